import { expect, test } from "vitest"
import { programName, quote } from "../../src/terminal/typed.ts"

test.each<[string, Record<string, string>, string]>([
  ["/usr/local/bin/upnext", {}, "upnext"],
  ["/home/ann/.npm/_npx/1/node_modules/.bin/upnext", { npm_command: "exec" }, "npx upnext"],
  ["/project/node_modules/.bin/upnext", {}, "npx upnext"],
  ["/src/upnext/dist/cli.cjs", {}, "node /src/upnext/dist/cli.cjs"],
  ["/src/up next/dist/cli.cjs", {}, "node '/src/up next/dist/cli.cjs'"],
])("a program started as %j is shown to be typed as %3$j", (script, env, expected) => {
  expect(programName(script, env)).toBe(expected)
})

test.each([
  ["plain/path-1.0", "plain/path-1.0"],
  ["two words", "'two words'"],
  ["it's", `'it'\\''s'`],
  ["$(rm -rf)", "'$(rm -rf)'"],
])("%j is quoted as %s", (word, expected) => {
  expect(quote(word)).toBe(expected)
})
