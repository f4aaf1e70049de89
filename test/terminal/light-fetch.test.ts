// Imported first, as commands do.
import "../../src/terminal/light-fetch.ts"
import { once } from "node:events"
import { createServer, type Socket } from "node:net"
import { expect, onTestFinished, test } from "vitest"
import { createConversation } from "../../src/client/conversation.ts"

/** A server that answers each connection with the next of these texts, and then closes it if it is told to. */
async function serve(answers: readonly string[], { ends = false, host = "127.0.0.1" } = {}) {
  const heard: string[] = []
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    const answer = answers[Math.min(sockets.push(socket), answers.length) - 1] ?? ""
    socket.on("error", () => undefined)
    socket.on("data", (data) => {
      heard.push(data.toString("latin1"))
      socket.write(Buffer.from(answer, "latin1"))
      if (ends) socket.end()
    })
  })
  server.listen(0, host)
  await once(server, "listening")
  const close = () => (sockets.forEach((each) => each.destroy()), server.close())
  onTestFinished(() => void close())
  const { port } = server.address() as { port: number }
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}`
  return { url, heard, sockets, close, ...createConversation(url, () => ({ token: "x" })) }
}

const whole = Buffer.from('{"title":"größer"}').toString("latin1")
const ok = `HTTP/1.1 200 OK\r\nUpnext-Seq: 7\r\ncontent-length: 20\r\n\r\n${whole}`
const get = { method: "GET", path: "/tasks?x=%20y" }
const post = { method: "POST", path: "/tasks", body: { title: "größer" }, idempotencyKey: "k" }

test("it sends a method, a path with its query, headers and a body in UTF-8", async () => {
  const { heard, ask } = await serve([ok])
  await ask({ ...post, path: "/tasks?x=%20y" })
  expect(heard.join("")).toMatch(/^POST \/tasks\?x=%20y HTTP\/1\.1\r\n/)
  expect(heard.join("")).toContain("\r\nauthorization: Bearer x\r\n")
  expect(heard.join("")).toContain(`Content-Length: 20\r\n\r\n${whole}`)
})

test.each([
  ["with a length", ok, {}],
  [
    "in chunks",
    `HTTP/1.1 200 OK\r\nupnext-seq: 7\r\ntransfer-encoding: chunked\r\n\r\n5\r\n${whole.slice(0, 5)}\r\nf\r\n${whole.slice(5)}\r\n0\r\n\r\n`,
    {},
  ],
  [
    "until the end of the connection",
    `HTTP/1.1 200 OK\r\nupnext-seq: 7\r\nconnection: close\r\n\r\n${whole}`,
    { ends: true },
  ],
])("it reads an answer %s", async (_, answer, settings) => {
  const { ask } = await serve([answer], settings)
  expect(await ask(get)).toEqual({ data: { title: "größer" }, seq: 7, at: null, command: null })
})

test.each([
  ["no answer", ""],
  ["half a head", "HTTP/1.1 200 OK\r\ncontent-le"],
  ["half a body", ok.slice(0, -3)],
  ["half a chunk", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"],
])("a connection that ends after %s is lost: what has a key is sent again", async (_, half) => {
  const { heard, ask } = await serve([half, ok], { ends: true })
  expect(await ask(post)).toMatchObject({ seq: 7 })
  expect(heard).toHaveLength(2)
  const { idempotencyKey: _key, ...bare } = post
  const other = await serve([half], { ends: true })
  const message = expect.stringContaining("It is unknown whether the request was carried out.") as string
  await expect(other.ask(bare)).rejects.toMatchObject({ code: "unreachable", message })
  expect(other.heard).toHaveLength(1)
})

test("an answer that is not HTTP is refused", async () => {
  const { ask } = await serve(["SSH-2.0-OpenSSH_9.2\r\n\r\n"])
  await expect(ask(get)).rejects.toMatchObject({ code: "unreachable" })
})

test("a redirection is not followed, so no other server gets the token", async () => {
  const { url, heard } = await serve([ok])
  const { ask } = await serve([`HTTP/1.1 307 Go\r\nlocation: ${url}/tasks\r\ncontent-length: 0\r\n\r\n`])
  await expect(ask(get)).rejects.toMatchObject({ code: "not_upnext" })
  expect(heard).toEqual([])
})

test("a server that is not there is reported by name and by address", async () => {
  const { url, close } = await serve([])
  close()
  for (const each of [url, url.replace("127.0.0.1", "localhost")])
    await expect(createConversation(each, () => ({})).ask(get)).rejects.toMatchObject({
      message: `No server is listening at ${each}.`,
    })
})

test("a signal ends the wait with its reason, also in the pause before a repetition", async () => {
  const { ask } = await serve([""])
  await expect(ask({ ...get, signal: AbortSignal.abort(new Error("early")) })).rejects.toThrow("early")
  const lost = await serve([""], { ends: true })
  const late = new AbortController()
  const asked = lost.ask({ ...post, signal: late.signal })
  await expect.poll(() => lost.heard.length).toBe(3)
  late.abort(new Error("late"))
  await expect(asked).rejects.toThrow("late")
})

test.each(["x\r\nevil: 1", "x\ny", "\0", "ключ"])("a token of %j is not sent", async (token) => {
  const { url, sockets } = await serve([ok])
  await expect(createConversation(url, () => ({ token })).ask(get)).rejects.toThrow()
  expect(sockets.flatMap((each) => each.bytesRead)).toEqual([])
})

test("a server may listen on IPv6", async () => {
  const { ask } = await serve([ok], { host: "::1" })
  expect((await ask(get)).data).toEqual({ title: "größer" })
})

test("a stream is read as it comes, with letters that arrive in two parts", async () => {
  const { sockets, open } = await serve([
    "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nupnext-seq: 4\r\n\r\nd\xc3",
  ])
  const { seq, text } = await open("/events", undefined, new AbortController().signal)
  const pieces = text[Symbol.asyncIterator]()
  expect([seq, (await pieces.next()).value]).toEqual([4, "d"])
  sockets[0]?.write(Buffer.from("\xb6", "latin1"))
  expect((await pieces.next()).value).toBe("ö")
})
