import { expect, test } from "vitest"
import { asTyped, programName, quote } from "../../src/terminal/typed.ts"

test.each<[string, Record<string, string>, string]>([
  ["/usr/local/bin/upnext", {}, "upnext"],
  ["/home/ann/.npm/_npx/1/node_modules/.bin/upnext", { npm_command: "exec" }, "npx upnext"],
  ["/project/node_modules/.bin/upnext", {}, "npx upnext"],
  ["/src/upnext/dist/cli.cjs", {}, "node /src/upnext/dist/cli.cjs"],
  ["/src/up next/dist/cli.cjs", {}, "node '/src/up next/dist/cli.cjs'"],
])("a program started as %j is shown to be typed as %3$j", (script, env, expected) => {
  expect(programName(script, env)).toBe(expected)
})

test("a hint names the program as it is typed where it was installed in a project", () => {
  const hint = "Start it with `upnext start`. Undo: upnext init --remove"
  const local = "Start it with `npx upnext start`. Undo: npx upnext init --remove"
  expect(asTyped(hint, "/project/node_modules/.bin/upnext", {})).toBe(local)
  expect(asTyped(local, "/project/node_modules/.bin/upnext", {})).toBe(local)
  for (const script of ["/usr/bin/upnext", "/src/dist/cli.cjs"]) expect(asTyped(hint, script, {})).toBe(hint)
})

test.each([
  ["plain/path-1.0", "plain/path-1.0"],
  ["two words", "'two words'"],
  ["it's", `'it'\\''s'`],
  ["$(rm -rf)", "'$(rm -rf)'"],
])("%j is quoted as %s", (word, expected) => {
  expect(quote(word)).toBe(expected)
})
