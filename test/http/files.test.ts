import { readdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { createAttachmentStore } from "../../src/storage/attachments/store.ts"
import { homeDriver } from "../../src/storage/attachments/home-driver.ts"
import { sha256Of, temporaryPlace } from "../support/files.ts"
import { createProxies } from "../../src/http/request/proxies.ts"
import { startServer } from "../support/http.ts"
import { given } from "../support/service.ts"

const named = (name: string) => ({ "content-disposition": `attachment; filename="${name}"` })
const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")

/** A server with a task, and a store of its own for files. */
async function start(maxBytes = 1024 * 1024) {
  const service = await given(["task.create", { title: "one" }])
  const place = await temporaryPlace()
  const store = createAttachmentStore({
    driver: homeDriver(place),
    spoolIn: () => Promise.resolve(place),
    monotonic: () => performance.now(),
  })
  const server = await startServer({ engine: service.engine, files: { ...store, maxBytes } })
  const attach = (body: Buffer | string, headers: Record<string, string> = named("a.bin"), id = "T-1") =>
    server.ask(`/tasks/${id}/attachments`, { method: "POST", headers, body })
  const kept = () => readdir(place.path)
  return { service, server, store, place, attach, kept }
}

test("a file is answered byte for byte, with the type that was found in it", async () => {
  const { attach, server } = await start()
  const { status, json, headers } = await attach(png, named("shot.png"))
  expect([status, headers.location]).toEqual([201, "/tasks/T-1/attachments/A-1"])
  expect(json.attachment).toMatchObject({
    ...{ id: "A-1", taskId: "T-1", name: "shot.png", size: png.length, type: "image/png" },
    sha256: sha256Of(png),
    by: "anonymous",
  })
  const answer = await server.ask("/tasks/T-1/attachments/A-1")
  expect(answer.headers).toMatchObject({
    "content-type": "image/png",
    "content-length": String(png.length),
    "content-disposition": "inline; filename=shot.png",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
    "accept-ranges": "none",
    etag: `"${sha256Of(png)}"`,
  })
  expect(answer.status).toBe(200)
  expect(Number(answer.headers["upnext-seq"])).toBeGreaterThan(0)
})

test("bytes of every value come back as they were", async () => {
  const { attach, server } = await start()
  const bytes = Buffer.from(Array.from({ length: 256 * 2000 }, (_, i) => (i * 7 + (i >> 8)) % 256))
  await attach(bytes)
  const raw = await fetch(`${server.url}/tasks/T-1/attachments/A-1`)
  expect(Buffer.from(await raw.arrayBuffer()).equals(bytes)).toBe(true)
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
test.each([
  ["HTML that calls itself a picture", "<html><script>alert(1)</script>", "image/png", "shot.png"],
  ["HTML after an empty line", "\n\n  <!DOCTYPE html><p>", "text/plain", "a.txt"],
  ["SVG", svg, "image/svg+xml", "a.svg"],
  ["SVG that calls itself text", svg, "text/plain", "a.txt"],
  ["SVG behind a comment", `<!-- ${"x".repeat(500)} -->${svg}`, "image/svg+xml", "a.svg"],
  ["XML", '<?xml version="1.0"?><a/>', "application/xml", "a.xml"],
  ["a script between control characters", "\x01alert(1)", "text/javascript", "a.js"],
  ["an archive", "PK\x03\x04\x00\x00", "image/jpeg", "a.jpg"],
  ["text that is not UTF-8", Buffer.from([0x61, 0xff, 0x62]), "text/plain", "a.txt"],
  ["UTF-16", Buffer.from("\ufeff<script>", "utf16le"), "text/html", "a.html"],
])("%s is a download of no type", async (_, body, type, name) => {
  const { attach, server } = await start()
  const { json } = await attach(body, { ...named(name), "content-type": type })
  expect(json.attachment.type).toBe("application/octet-stream")
  const { headers } = await server.ask("/tasks/T-1/attachments/A-1")
  expect(headers["content-type"]).toBe("application/octet-stream")
  expect(headers["content-disposition"]).toBe(`attachment; filename=${name}`)
})

test.each([
  ["a log", "ok ✓\n\x1b[32mgreen\x1b[0m\t1\r\n", "text/plain", "text/plain; charset=utf-8"],
  ["nothing", "", "text/plain", "text/plain; charset=utf-8"],
  ["JPEG", Buffer.from("ffd8ffe000104a464946", "hex"), "image/jpeg", "image/jpeg"],
  ["GIF", "GIF89a<script>alert(1)</script>", "image/gif", "image/gif"],
  ["WebP", "RIFF\0\0\0\0WEBPVP8 ", "image/webp", "image/webp"],
  ["PDF", "%PDF-1.7", "application/pdf", "application/pdf"],
])("%s is shown as what it is, whatever the sender says", async (_, body, type, shown) => {
  const { attach, server } = await start()
  const { json } = await attach(body, { ...named("a"), "content-type": "text/html" })
  expect(json.attachment.type).toBe(type)
  const { headers } = await server.ask("/tasks/T-1/attachments/A-1")
  expect(headers).toMatchObject({ "content-type": shown, "x-content-type-options": "nosniff" })
  expect(headers["content-disposition"]).toMatch(/^inline; /)
  expect(headers["content-security-policy"]).toContain("sandbox")
})

test.each([
  ["plain", 'attachment; filename="a b.png"', "a b.png"],
  ["without quotes", "attachment; filename=a.png", "a.png"],
  ["with a quote", 'attachment; filename="a\\"b.png"', 'a"b.png'],
  ["encoded", "attachment; filename*=UTF-8''%e6%97%a5%20%e6%9c%ac.png", "日 本.png"],
  ["in both forms", "attachment; filename=\"x.png\"; filename*=UTF-8''%c3%a4.png", "ä.png"],
  ["in plain UTF-8", Buffer.from('attachment; filename="ä.png"').toString("latin1"), "ä.png"],
])("a name that comes %s is read, and sent back", async (_, disposition, name) => {
  const { attach, server } = await start()
  const { json } = await attach("x", { "content-disposition": disposition })
  expect(json.attachment?.name).toBe(name)
  const { headers } = await server.ask("/tasks/T-1/attachments/A-1")
  expect(headers["content-disposition"]).toContain(
    /^[ -~]*$/.test(name) ? "filename=" : `filename*=UTF-8''${encodeURIComponent(name)}`,
  )
})

test.each([
  ["no name", {}],
  ["another form", { "content-disposition": "inline; filename=a" }],
  ["an empty name", named("")],
  ["a path", named("../../etc/passwd")],
  ["a path that is encoded", { "content-disposition": "attachment; filename*=UTF-8''..%2f..%2fa" }],
  ["a line break", { "content-disposition": "attachment; filename*=UTF-8''a%0d%0ax-evil:1" }],
  ["NUL", { "content-disposition": "attachment; filename*=UTF-8''a%00b" }],
  ["a form of a page", { ...named("a"), "content-type": "multipart/form-data; boundary=x" }],
])("%s is refused, and nothing is kept", async (_, headers) => {
  const { attach, kept, service } = await start()
  const { seq } = service.engine
  const { status, json } = await attach("x", headers)
  expect([status, json.code]).toEqual([400, "invalid_input"])
  expect(await kept()).toEqual([])
  expect(service.engine.seq).toBe(seq)
})

test("a page of another site cannot attach a file: its browser would have to ask first", async () => {
  const { attach, kept, server } = await start()
  // What a page can send without asking: a plain type, and no header of its own.
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
    expect((await attach("x", { "content-type": type })).status).toBe(400)
  expect((await attach("x", { ...named("a"), origin: "https://evil.example" })).json.code).toBe(
    "forbidden_origin",
  )
  expect((await attach("x", { ...named("a"), "sec-fetch-site": "cross-site" })).status).toBe(403)
  const asked = await server.ask("/tasks/T-1/attachments", {
    method: "OPTIONS",
    headers: { "access-control-request-headers": "content-disposition" },
  })
  expect(asked.headers).not.toHaveProperty("access-control-allow-headers")
  expect(await kept()).toEqual([])
})

test("a file that is too large is refused before it is read, and one that says nothing when it is", async () => {
  const { attach, kept, server } = await start(100)
  expect((await attach("x".repeat(100))).status).toBe(201)
  const said = await attach("x".repeat(101))
  expect([said.status, said.json.code, said.json.facts]).toEqual([413, "body_too_large", { most: 100 }])
  const chunks = `65\r\n${"y".repeat(101)}\r\n0\r\n\r\n`
  const answer = await server.raw(
    `POST /tasks/T-1/attachments HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\nContent-Disposition: attachment; filename=a\r\n\r\n${chunks}`,
  )
  expect(answer).toMatch(/^HTTP\/1.1 413 /)
  expect(await kept()).toEqual([sha256Of("x".repeat(100))])
})

test("what would be refused is refused before the file is read", async () => {
  const { server, kept } = await start()
  // The body never comes, and the answer does.
  const answer = await server.raw(
    "POST /tasks/T-9/attachments HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\nContent-Disposition: attachment; filename=a\r\n\r\n",
    (text) => text.includes("task_not_found"),
  )
  expect(answer).toMatch(/^HTTP\/1.1 404 /)
  expect(await kept()).toEqual([])
})

test("a file that breaks off is not kept, and nothing is left of it", async () => {
  const { server, kept, service } = await start()
  const { seq } = service.engine
  const socket = await server.dial()
  socket.write(
    "POST /tasks/T-1/attachments HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\nContent-Disposition: attachment; filename=a\r\n\r\nhalf",
  )
  await expect.poll(kept).toHaveLength(1)
  socket.destroy()
  await expect.poll(kept).toEqual([])
  expect(service.engine.seq).toBe(seq)
  expect(server.warnings).toEqual([])
})

test("a file whose bytes are missing or changed is not given, and never other bytes", async () => {
  const { attach, server, place } = await start()
  await attach("the right bytes")
  const path = join(place.path, sha256Of("the right bytes"))
  for (const spoil of [() => writeFile(path, "the wrong bytes"), () => writeFile(path, ""), () => rm(path)]) {
    await spoil()
    const { status, json } = await server.ask("/tasks/T-1/attachments/A-1")
    expect([status, json.code]).toEqual([410, "attachment_damaged"])
  }
  await attach("the right bytes")
  expect((await server.ask("/tasks/T-1/attachments/A-1")).text).toBe("the right bytes")
})

test("a file that changes while it is sent breaks off", async () => {
  const { attach, store, place } = await start()
  const bytes = Buffer.alloc(900_000, "a")
  await attach(bytes)
  const pieces = await store.open({ sha256: sha256Of(bytes), size: bytes.length })
  await writeFile(join(place.path, sha256Of(bytes)), Buffer.alloc(900_000, "b"))
  await expect(async () => {
    for await (const piece of pieces) expect(piece.includes("b")).toBe(false)
  }).rejects.toMatchObject({ code: "attachment_damaged" })
})

test("a request for a part gets the whole file, HEAD the headers, and one who has it nothing", async () => {
  const { attach, server } = await start()
  await attach("0123456789")
  const path = "/tasks/T-1/attachments/A-1"
  for (const range of ["bytes=2-3", "bytes=9-1", "bytes=-1", "lines=1"]) {
    const part = await server.ask(path, { headers: { range } })
    expect([part.status, part.text]).toEqual([200, "0123456789"])
  }
  const head = await server.ask(path, { method: "HEAD" })
  expect([head.status, head.text, head.headers["content-length"]]).toEqual([200, "", "10"])
  const etag = String(head.headers.etag)
  const known = await server.ask(path, { headers: { "if-none-match": `"x", ${etag}` } })
  expect([known.status, known.text]).toEqual([304, ""])
  expect((await server.ask(path, { headers: { "if-none-match": '"x"' } })).status).toBe(200)
})

test("a repeat with the same key gets the first answer, and another file under it is refused", async () => {
  const { attach, service } = await start()
  const headers = { ...named("a"), "idempotency-key": "k" }
  const first = await attach("one", headers)
  expect((await attach("one", headers)).json).toEqual(first.json)
  expect(service.board.attachments.size).toBe(1)
  expect((await attach("two", headers)).json.code).toBe("idempotency_mismatch")
  expect((await attach("one", { ...headers, ...named("b") })).json.code).toBe("idempotency_mismatch")
})

test("If-Match names the version of the task, and Prefer asks for a short answer", async () => {
  const { attach } = await start()
  expect((await attach("x", { ...named("a"), "if-match": '"7"' })).status).toBe(412)
  expect((await attach("x", { ...named("a"), "if-match": '"1"', prefer: "return=minimal" })).json).toEqual({
    attachment: { id: "A-1" },
  })
})

test("behind a proxy an upload without an account has its turn by the address of the client", async () => {
  const { service, store } = await start()
  const owners: unknown[] = []
  const receive: typeof store.receive = (body, options) => {
    owners.push(options?.owner)
    return store.receive(body, options)
  }
  const server = await startServer({
    engine: service.engine,
    files: { ...store, receive, maxBytes: 1024 },
    proxies: createProxies(["127.0.0.1"]),
  })
  const headers = { ...named("a.bin"), "x-forwarded-for": "198.51.100.7" }
  await server.ask("/tasks/T-1/attachments", { method: "POST", headers, body: "a" })
  expect(owners).toEqual(["198.51.100.7"])
})
