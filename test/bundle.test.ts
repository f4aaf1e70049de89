import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"

/** What `npm run bundle` made for the server: the program's own file and the dashboard's are measured elsewhere. */
const files = ["dist", "dist/commands"].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(join(folder, name), "utf8")),
)

test("the server's bundle stays under 560 kB", () => {
  const bytes = files.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  expect(bytes).toBeGreaterThan(100_000)
  expect(bytes).toBeLessThan(560_000)
})

test("no package is bundled that only serves options which Upnext never sets", () => {
  const notices = readFileSync("dist/NOTICES.txt", "utf8")
  const packages = [...notices.matchAll(/^(\S+) \d\S* \(.*\)\n-+$/gm)].map(([, name]) => name)
  expect(packages).toContain("listhen")
  const unwanted = [
    ...["node-forge", "jiti", "crossws", "uqr", "untun", "tinyclip"],
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
