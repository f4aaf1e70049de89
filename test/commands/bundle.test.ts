import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { expect, test } from "vitest"

/** A built file and all that it imports statically: what is loaded with it. */
function closure(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const [, to = ""] of readFileSync(file, "utf8").matchAll(
    /(?:^|[;}\n])(?:import|export)\s*(?:[^"'();]*?from\s*)?"(\.[^"]+)"/g,
  ))
    closure(join(dirname(file), to), seen)
  return seen
}

const cli = readFileSync("dist/cli.js", "utf8")
const lazily = [...cli.matchAll(/import\("(\.\/[^"]+)"\)/g)].map(([, path = ""]) => join("dist", path))
const client = lazily.find((path) => path.includes("client-commands")) ?? ""
const loaded = [...new Set([...closure("dist/cli.js"), ...closure(client)])]
const text = loaded.map((file) => readFileSync(file, "utf8")).join("\n")

test("a client command loads neither schemas, nor the server, nor what logs", () => {
  // Each is in the server's part, so that a word that is found nowhere proves something.
  const signs = { zod: "ZodError", h3: "H3Event", lowdb: "lowdb", consola: "consola" }
  const server = lazily.find((path) => path.includes("start")) ?? ""
  expect(server).not.toBe("")
  for (const [name, sign] of Object.entries(signs)) expect(text.includes(sign), name).toBe(false)
  expect(readFileSync(server, "utf8")).toMatch(/import\("\.\/(upnext|config)/)
})

test("a client command loads few and small files", () => {
  expect(loaded.length).toBeLessThanOrEqual(14)
  expect(text.length).toBeLessThan(130_000)
})

test("a client command never touches the global fetch, which takes longer to load than all the rest", () => {
  expect(/node-fetch-native|_globalThis/.test(text)).toBe(false)
})
