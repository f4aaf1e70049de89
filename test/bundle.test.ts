import { existsSync, readdirSync, readFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { expect, test } from "vitest"

/** What is loaded only when `/mcp` is first asked. */
const isOfMcp = (path: string) => basename(path).startsWith("endpoint-")

/** What is loaded only when a board is in PostgreSQL. */
const isOfPostgres = (path: string) => /^(?:open|export|import|inspect)-/.test(basename(path))

/** The built files that these load, themselves included: path → text. What is loaded later is left out. */
function loadedBy(entries: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const read = (path: string): void => {
    if (found.has(path)) return
    const text = readFileSync(path, "utf8")
    found.set(path, text)
    for (const [, file = ""] of text.matchAll(/["'](\.\.?\/[^"']+\.js)["']/g)) {
      const next = join(dirname(path), file)
      if (existsSync(next) && !isOfMcp(next) && !isOfPostgres(next)) read(next)
    }
  }
  entries.forEach(read)
  return found
}

/** What a program that imports Upnext loads, and the commands of the server. */
const loaded = loadedBy([
  "dist/index.js",
  ...["start", "init", "doctor"].map((name) => `dist/commands/${name}.js`),
])
const files = [...loaded.values()]

test("the server's bundle stays under 659 kB", () => {
  const bytes = files.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThan(659_000)
})

/** The bytes that an entry which is loaded later loads beside what the server has. */
function bytesOf(isEntry: (path: string) => boolean): number {
  const entries = readdirSync("dist").filter(isEntry)
  expect(entries.length).toBeGreaterThan(0)
  const more = [...loadedBy(entries.map((name) => join("dist", name)))].filter(([path]) => !loaded.has(path))
  return more.reduce((sum, [, text]) => sum + Buffer.byteLength(text), 0)
}

test("what /mcp loads beside that stays under 240 kB", () => {
  const bytes = bytesOf(isOfMcp)
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThan(240_000)
})

test("a board in PostgreSQL loads 125 kB at most beside that, and a server on a journal none of it", () => {
  expect(bytesOf(isOfPostgres)).toBeLessThan(125_000)
  // The name of a message of the protocol.
  expect(files.filter((text) => text.includes("authenticationSASL"))).toEqual([])
  const later = loadedBy(
    readdirSync("dist")
      .filter(isOfPostgres)
      .map((name) => join("dist", name)),
  )
  expect([...later.values()].filter((text) => text.includes("authenticationSASL"))).toHaveLength(1)
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
  ["a downloader of cloudflared", "cloudflare/cloudflared"],
  ["questions on the terminal", "setRawMode"],
  ["an opener of browsers", "xdg-mime"],
])("%s is not in the server's bundle", (_, trace) => {
  expect(files.filter((text) => text.includes(trace))).toHaveLength(0)
})
