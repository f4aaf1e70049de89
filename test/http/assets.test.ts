import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { request, type IncomingHttpHeaders } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib"
import { afterEach, beforeEach, expect, test } from "vitest"
import { loadAssets } from "../../src/http/endpoints/assets.ts"
import { startServer } from "../support/http.ts"

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "upnext-assets-"))
  await mkdir(join(directory, "chunks"))
  await writeFile(join(directory, "index.html"), "<!doctype html><title>board</title>")
  await writeFile(join(directory, "dashboard.js"), `export const text = "${"x".repeat(5000)}"`)
  await writeFile(join(directory, "chunks/one-A1.js"), "123")
  await writeFile(join(directory, "dot.png"), Buffer.from([0x89, 0x50, 0x00, 0xff]))
  await writeFile(join(tmpdir(), "upnext-outside.txt"), "outside")
})
afterEach(() => rm(directory, { recursive: true }))

const start = () => {
  const loaded = loadAssets(directory)
  return startServer({ assets: () => loaded })
}

test("every address below /dashboard serves the same page, with a strict content security policy", async () => {
  const server = await start()
  const home = await server.ask("/")
  expect([home.status, home.headers.location]).toEqual([302, "/dashboard"])
  for (const path of ["/dashboard", "/dashboard/", "/dashboard/tasks/T-1?x=1"]) {
    const page = await server.ask(path)
    expect([page.status, page.text]).toEqual([200, "<!doctype html><title>board</title>"])
    expect(page.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    })
  }
})

test("a file that is not there is a 404, never the page", async () => {
  const server = await start()
  for (const path of ["/dashboard/assets/app.js", "/assets/none.js"]) {
    const reply = await server.ask(path)
    expect([reply.status, reply.json.code], path).toEqual([404, "not_found"])
  }
})

test("a file has its media type, and an unchanged one is 304", async () => {
  const server = await start()
  const script = await server.ask("/assets/chunks/one-A1.js")
  expect([script.text, script.headers["content-type"]]).toEqual(["123", "text/javascript; charset=utf-8"])
  expect((await server.ask("/assets/dot.png")).headers["content-type"]).toBe("image/png")
  const etag = script.headers.etag ?? ""
  const again = await server.ask("/assets/chunks/one-A1.js", { headers: { "if-none-match": etag } })
  expect([again.status, again.text, again.headers.etag]).toEqual([304, "", etag])
  const other = await server.ask("/assets/chunks/one-A1.js", { headers: { "if-none-match": '"other"' } })
  expect(other.status).toBe(200)
})

test("a browser keeps the files that the page names for good, and asks again for anything else", async () => {
  const page =
    '<link href="/assets/dot.png"><script src="/assets/dashboard.js"></script><i src="/assets/gone.js">'
  await writeFile(join(directory, "index.html"), page)
  await writeFile(join(directory, "chunks/one-A1B2C3D4.js"), "4")
  const server = await start()
  const { text, headers } = await server.ask("/dashboard")
  expect(headers["cache-control"]).toBe("no-cache")
  const [script = ""] = /\/assets\/dashboard\.js\?v=[\w-]{20}/.exec(text) ?? []
  expect(text).toMatch(/^<link href="\/assets\/dot\.png\?v=[\w-]{20}">/)
  expect(text).toContain('src="/assets/gone.js"')

  const cached = async (path: string) => (await server.ask(path)).headers["cache-control"]
  const forGood = "public, max-age=31536000, immutable"
  expect(await cached(script)).toBe(forGood)
  expect(await cached("/assets/chunks/one-A1B2C3D4.js")).toBe(forGood)
  for (const path of ["/assets/dashboard.js", "/assets/dashboard.js?v=old", "/assets/chunks/one-A1.js"])
    expect(await cached(path), path).toBe("no-cache")
})

test.each([
  ["gzip, deflate, br", "br", brotliDecompressSync],
  ["gzip", "gzip", gunzipSync],
  ["br;q=0, gzip;q=0.5", "gzip", gunzipSync],
  ["identity", undefined, (bytes: Buffer) => bytes],
])(
  "Accept-Encoding: %s gets %s, of a file as it is and of one that the build compressed",
  async (accepted, encoding, unpack) => {
    const packed = brotliCompressSync(`export const text = "${"y".repeat(5000)}"`)
    await writeFile(join(directory, "packed.js.br"), packed)
    const server = await start()
    const { headers, bytes } = await load(server.port, "/assets/dashboard.js", accepted)
    expect([headers["content-encoding"], headers["vary"]]).toEqual([encoding, "accept-encoding"])
    expect(unpack(bytes).toString()).toMatch(/^export const text = "x{5000}"$/)

    const second = await load(server.port, "/assets/packed.js", accepted)
    expect([
      second.headers["content-encoding"],
      second.headers["content-type"],
      second.headers["vary"],
    ]).toEqual([encoding, "text/javascript; charset=utf-8", "accept-encoding"])
    expect(unpack(second.bytes).toString()).toMatch(/^export const text = "y{5000}"$/)
    // A browser gets the bytes that the build made.
    expect(second.bytes.equals(packed)).toBe(encoding === "br")
    expect((await server.ask("/assets/packed.js.br")).status).toBe(404)
  },
)

test("nothing outside the directory is served", async () => {
  const server = await start()
  for (const path of [
    "../upnext-outside.txt",
    "..%2Fupnext-outside.txt",
    "%2e%2e/upnext-outside.txt",
    "nothing.js",
    "",
  ])
    expect((await server.ask(`/assets/${path}`)).status).toBe(404)
})

test("without a build the dashboard is a 404 that says why, and the API works", async () => {
  const server = await startServer({ assets: () => loadAssets(join(directory, "nothing")) })
  const page = await server.ask("/dashboard")
  expect([page.status, page.json.detail]).toEqual([404, "The dashboard is not part of this build."])
  expect((await server.ask("/health")).status).toBe(200)
})

// --- internal ---

/** A file as a client gets it that accepts these encodings. */
function load(port: number, path: string, accepted: string): Promise<Loaded> {
  const options = { host: "127.0.0.1", agent: false, port, path, headers: { "accept-encoding": accepted } }
  return new Promise((resolve) => {
    request(options, (message) => {
      const chunks: Buffer[] = []
      message.on("data", (chunk: Buffer) => chunks.push(chunk))
      message.on("end", () => resolve({ headers: message.headers, bytes: Buffer.concat(chunks) }))
    }).end()
  })
}

interface Loaded {
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}
