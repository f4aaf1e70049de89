import { createServer, type Socket } from "node:net"
import { once } from "node:events"
import { afterEach, expect, test } from "vitest"
import { codeOf, isLost } from "../../src/client/node-http.ts"
import { askPlainly } from "../../src/client/plain-http.ts"

const open: { close(): void }[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.close()
})

/** A server that writes these parts one after another as answer to each request, and closes if it is told to. */
async function serve(parts: readonly string[], { ends = false, host = "127.0.0.1" } = {}) {
  const heard: string[] = []
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on("error", () => undefined)
    socket.on("data", (data) => {
      if (heard.push(data.toString("latin1")) > 1) return
      void (async () => {
        for (const part of parts) {
          socket.write(Buffer.from(part, "latin1"))
          await new Promise((resolve) => setTimeout(resolve, 2))
        }
        if (ends) socket.end()
      })()
    })
  })
  server.listen(0, host)
  await once(server, "listening")
  open.push({ close: () => (sockets.forEach((each) => each.destroy()), server.close()) })
  const { port } = server.address() as { port: number }
  return { url: `http://${host.includes(":") ? `[${host}]` : host}:${port}`, port, heard, sockets }
}

const get = { method: "GET", headers: [] }
const utf8 = (text: string) => Buffer.from(text).toString("latin1")

test("it sends what node:http would: a method, a path with its query, headers and a body in UTF-8", async () => {
  const { url, port, heard } = await serve(["HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"])
  const headers = [["authorization", "Bearer x"]] as const
  await askPlainly(`${url}/tasks?x=%20y`, { method: "POST", headers, body: '{"title":"größer"}' })
  expect(heard).toEqual([
    `POST /tasks?x=%20y HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: close\r\ncontent-length: 20\r\nauthorization: Bearer x\r\n\r\n${utf8('{"title":"größer"}')}`,
  ])
})

const whole = utf8('{"title":"größer"}')
test.each([
  [
    "with a length, in single bytes",
    Array.from(`HTTP/1.1 200 OK\r\nContent-Length: 20\r\nX:1\r\n\r\n${whole}`),
    {},
  ],
  ["with a length, and more behind it", [`HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\n${whole}rest`], {}],
  [
    "in chunks, cut anywhere",
    [
      "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n",
      `5\r\n${whole.slice(0, 5)}\r\nf;x=y\r\n${whole.slice(5, 9)}`,
      `${whole.slice(9)}\r\n0`,
      "\r\n\r\n",
    ],
    {},
  ],
  [
    "until the end of the connection",
    [`HTTP/1.0 200\r\n\r\n${whole.slice(0, 3)}`, whole.slice(3)],
    { ends: true },
  ],
  [
    "after a word that it goes on",
    [`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\n${whole}`],
    {},
  ],
] as const)("it reads an answer %s", async (_, parts, settings) => {
  const { url } = await serve(parts, settings)
  const { status, body } = await askPlainly(url, get)
  expect({ status, body }).toEqual({ status: 200, body: '{"title":"größer"}' })
})

test("names of headers are in lower case, and the answer may be a refusal", async () => {
  const { url } = await serve(["HTTP/1.1 409 Conflict\r\nUpnext-Seq:  7 \r\ncontent-length: 2\r\n\r\n{}"])
  const { status, headers } = await askPlainly(url, get)
  expect([status, headers.get("upnext-seq")]).toEqual([409, "7"])
})

test.each([
  ["no answer", []],
  ["half a head", ["HTTP/1.1 200 OK\r\ncontent-le"]],
  ["half a body", ["HTTP/1.1 200 OK\r\ncontent-length: 20\r\n\r\n{"]],
  ["half a chunk", ["HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"]],
] as const)("a connection that ends after %s is lost", async (_, parts) => {
  const { url } = await serve(parts, { ends: true })
  const error: unknown = await askPlainly(url, get).catch((reason: unknown) => reason)
  expect(isLost(error)).toBe(true)
})

test("an answer that is not HTTP is refused", async () => {
  const { url } = await serve(["SSH-2.0-OpenSSH_9.2\r\n\r\n"])
  await expect(askPlainly(url, get)).rejects.toThrow("does not speak HTTP")
})

test("a server that is not there is told by its code, by name and by address", async () => {
  const { url } = await serve([])
  for (const each of open.splice(0)) each.close()
  for (const each of [url, url.replace("127.0.0.1", "localhost")]) {
    const error: unknown = await askPlainly(each, get).catch((reason: unknown) => reason)
    expect(codeOf(error)).toBe("ECONNREFUSED")
  }
})

test("a signal ends the wait with its reason, before and after the request is sent", async () => {
  const { url, heard } = await serve([])
  await expect(askPlainly(url, { ...get, signal: AbortSignal.abort(new Error("early")) })).rejects.toThrow(
    "early",
  )
  const late = new AbortController()
  const asked = askPlainly(url, { ...get, signal: late.signal })
  await expect.poll(() => heard.length).toBe(1)
  late.abort(new Error("late"))
  await expect(asked).rejects.toThrow("late")
})

test.each(["x\r\nevil: 1", "x\ny", "\0", "ключ"])("a header with %j is not sent", async (value) => {
  const { url, sockets } = await serve([])
  await expect(askPlainly(url, { ...get, headers: [["authorization", value]] })).rejects.toThrow("header")
  expect(sockets).toEqual([])
})

test("a server may listen on IPv6", async () => {
  const { url } = await serve(["HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}"], { host: "::1" })
  expect((await askPlainly(url, get)).body).toBe("{}")
})
