import { connect, type Socket } from "node:net"
import { expect, test } from "vitest"
import { startServer as startLocal } from "../support/http.ts"
import { call, serverForFile } from "../support/server.ts"

const server = serverForFile()

interface Client {
  readonly socket: Socket
  text(): string
  /** Resolves when the server has ended its side. */
  readonly ended: Promise<string>
}

/** A client that sends its request, ends its own side (`shutdown(SHUT_WR)`), and goes on reading. */
function half(bytes: string): Promise<Client> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: server.port, host: "127.0.0.1", allowHalfOpen: true }, () => {
      let text = ""
      socket.on("data", (chunk: Buffer) => (text += chunk.toString()))
      const ended = new Promise<string>((done) => socket.once("end", () => done(text)))
      socket.end(bytes)
      resolve({ socket, text: () => text, ended })
    }).once("error", reject)
  })
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

function post(path: string, body: unknown): string {
  const text = JSON.stringify(body)
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`
  return `${head}Content-Length: ${text.length}\r\n\r\n${text}`
}

/** Resolves when the server has looked at all its connections several times more. */
async function turns(): Promise<void> {
  for (let i = 0; i < 10; i++) await call(server.url, "GET", "/health")
}

async function create(title: string, more = {}): Promise<string> {
  const { body } = await call(server.url, "POST", "/tasks", { title, ...more })
  return (body["task"] as { id: string }).id
}

async function waiting(agent: string): Promise<void> {
  while (!(await call(server.url, "GET", `/agents/${agent}`)).body["agent"]?.live) await turns()
  await turns()
}

test("a client that half-closes after its request gets its answer", async () => {
  expect(await (await half(get("/health"))).ended).toMatch(/^HTTP\/1\.1 200 .*"status":"ok"/s)
  const posted = await half(post("/tasks", { title: "half", assignee: "nobody" }))
  expect(await posted.ended).toMatch(/^HTTP\/1\.1 201 .*"title":"half"/s)
})

test("two requests before the half-close get two answers", async () => {
  const text = await (await half(get("/health") + get("/agents"))).ended
  expect(text.match(/HTTP\/1\.1 200 /g)).toHaveLength(2)
})

test("half a body before the half-close is 400", async () => {
  const bytes = post("/tasks", { title: "never" })
  expect(await (await half(bytes.slice(0, -3))).ended).toMatch(/^HTTP\/1\.1 400 .*"code":"invalid_input"/s)
})

test.each([
  ["a peek", "pia", (agent: string) => get(`/tasks/next?agent=${agent}&wait=60s`)],
  ["a claim", "cleo", (agent: string) => post("/tasks/next/claim", { agent, wait: "60s" })],
])("%s that waits gets its task after the half-close", async (_, agent, bytes) => {
  await call(server.url, "PUT", `/agents/${agent}`, {})
  const client = await half(bytes(agent))
  await waiting(agent)
  expect(client.text()).not.toMatch(/200 OK/)
  const id = await create("for one who reads on", { assignee: agent })
  // The server sends `100 Continue` to find out whether someone still reads. Clients skip it (RFC 9110, 15.2.1).
  expect(await client.ended).toMatch(
    new RegExp(`^(HTTP/1.1 100 Continue\r\n\r\n)*HTTP/1.1 200 .*"id":"${id}"`, "s"),
  )
})

test("a stream of events goes on after the half-close", async () => {
  const client = await half(get("/events"))
  await turns()
  await create("streamed", { assignee: "nobody" })
  await expect.poll(() => client.text()).toMatch(/event: task\.created/)
  client.socket.destroy()
})

test.each(["1.0", "1.1"])("a waiting HTTP/%s client that is gone gets no task", async (version) => {
  const agent = `gone-${version}`
  await call(server.url, "PUT", `/agents/${agent}`, {})
  const socket = connect(server.port, "127.0.0.1")
  socket.write(post("/tasks/next/claim", { agent, wait: "60s" }).replace("HTTP/1.1", `HTTP/${version}`))
  await waiting(agent)
  socket.destroy()
  await turns()
  const id = await create("left alone")
  await turns()
  const { body } = await call(server.url, "GET", `/tasks/${id}`)
  expect(body["task"]).toMatchObject({ status: "todo", assignee: "unassigned" })
  await call(server.url, "DELETE", `/tasks/${id}`)
})

test.each<[string, (socket: Socket) => void]>([
  ["resets the connection", (socket) => socket.resetAndDestroy()],
  ["closes the rest of it, having read all", (socket) => socket.resume().destroy()],
])(
  "a claim whose client half-closes while it waits, and then %s, takes no task: the next one gets it",
  async (way, leave) => {
    for (const round of [1, 2, 3]) {
      const [gone, next] = [`left-${way}-${round}`, `next-${way}-${round}`].map((name) =>
        name.replaceAll(/[ ,]/g, "-"),
      )
      await call(server.url, "PUT", `/agents/${gone}`, {})
      await call(server.url, "PUT", `/agents/${next}`, {})
      const client = await half(post("/tasks/next/claim", { agent: gone, wait: "60s" }))
      await waiting(gone ?? "")
      const given = call(server.url, "POST", "/tasks/next/claim", { agent: next, wait: "60s" })
      await waiting(next ?? "")
      const closed = new Promise((resolve) => client.socket.once("close", resolve))
      leave(client.socket)
      await closed
      const id = await create("for whoever is there")
      expect((await given).body["task"]).toMatchObject({ id, assignee: next })
    }
  },
)

test("a claim whose client half-closes and then goes away waits no longer", async () => {
  const local = await startLocal()
  local.engine.answer = () => new Promise(() => undefined)
  const socket = connect({ port: local.port, host: "127.0.0.1", allowHalfOpen: true })
  socket.end(post("/tasks/next/claim", { agent: "ann", wait: "60s" }))
  await expect.poll(() => local.engine.calls.length).toBe(1)
  await new Promise((resolve) => socket.once("data", resolve))
  expect(local.engine.calls[0]?.signal?.aborted).toBe(false)
  socket.destroy()
  await expect.poll(() => local.engine.calls[0]?.signal?.aborted).toBe(true)
})

test("a stream ends when its client half-closes and then goes away", async () => {
  const local = await startLocal()
  const socket = connect({ port: local.port, host: "127.0.0.1", allowHalfOpen: true })
  socket.end(get("/events"))
  await expect.poll(() => local.engine.subscribers).toBe(1)
  socket.destroy()
  await expect.poll(() => local.engine.subscribers).toBe(0)
})

test("with HTTP/1.0 a half-close ends the wait and closes the connection", async () => {
  const { ended } = await half(get("/tasks/next?agent=old&project=none&wait=60s").replace("1.1", "1.0"))
  expect(await ended).toBe("")
})
