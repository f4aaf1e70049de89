import { readFileSync } from "node:fs"
import { expect, test } from "vitest"

/** What a program that imports Upnext may load (the server, MCP and PostgreSQL), and what sets a repository up. */
const scripts = ["server", "mcp", "postgres", "setup"] as const
const texts = Object.fromEntries(scripts.map((name) => [name, readFileSync(`dist/${name}.cjs`, "utf8")]))

/** The bytes of each package and of each room of `src/` in each script, as the build counts them. */
const bytes = JSON.parse(readFileSync("dist/bytes.json", "utf8")) as Record<string, Record<string, number>>

test.each([
  ["server", 500_000, 989_000],
  ["mcp", 250_000, 390_000],
  ["postgres", 50_000, 135_000],
  ["setup", 30_000, 63_000],
])("the script %s stays under its budget", (name, least, most) => {
  expect(texts[name]?.length).toBeGreaterThan(least)
  expect(texts[name]?.length).toBeLessThan(most)
})

/** What else is bundled is small: all of it together has a budget of its own. */
const budgets: Readonly<Record<string, number>> = {
  "@modelcontextprotocol/server": 220_000,
  "@modelcontextprotocol/core": 18_000,
  zod: 113_000,
  pg: 41_000,
  "pg-protocol": 13_000,
  rou3: 15_000,
  listhen: 15_000,
  h3: 19_000,
  srvx: 18_000,
  "smol-toml": 12_000,
  "modern-tar": 13_500,
  "jsonc-parser": 11_000,
  unstorage: 9_500,
  consola: 37_000,
}

test("no package takes more of a script than its budget", () => {
  const packages = scripts
    .flatMap((script) => Object.entries(bytes[`${script}.cjs`] ?? {}))
    .filter(([name]) => !/^src\/|^assets$/.test(name))
  expect(packages.length).toBeGreaterThan(20)
  expect(packages.filter(([name, size]) => size > (budgets[name] ?? 7_500))).toEqual([])
  const others = packages.filter(([name]) => !(name in budgets))
  expect(others.reduce((sum, [, size]) => sum + size, 0)).toBeLessThan(60_000)
})

test("no package is bundled that serves only options which Upnext never sets", () => {
  const notices = readFileSync("dist/NOTICES.txt", "utf8")
  const packages = [...notices.matchAll(/^(\S+) \d\S* \(.*\)\n-+$/gm)].map(([, name]) => name)
  expect(packages).toContain("listhen")
  const unwanted = [
    ...["node-forge", "jiti", "crossws", "uqr", "untun", "tinyclip"],
    ...["pg-native", "pg-cloudflare", "pgpass", "split2"],
    ...["@parcel/watcher", "@parcel/watcher-wasm", "napi-wasm", "picomatch", "is-glob"],
  ]
  expect(packages.filter((name) => unwanted.includes(name ?? ""))).toEqual([])
})

test.each([
  ["a client, which commands hold,", "FetchError"],
  ["a downloader of cloudflared", "cloudflare/cloudflared"],
  ["questions on the terminal", "setRawMode"],
  ["an opener of browsers", "xdg-mime"],
  ["the validator Ajv", "strictTuple"],
  ["the client of pg that is bound to libpq", "sourceFunction"],
])("%s is in no script of the server", (_, trace) => {
  for (const text of Object.values(texts)) expect(text).not.toContain(trace)
})
