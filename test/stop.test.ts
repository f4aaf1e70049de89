import { readdir } from "node:fs/promises"
import { connect, type Socket } from "node:net"
import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { call, startServer, temporaryHome } from "./support/server.ts"

const space = await temporaryHome()
afterAll(space.remove)

test("a stop answers waiting requests, keeps what was acknowledged, writes the checkpoint and exits with 0", async () => {
  const server = await startServer({ home: space.home })
  await call(server.url, "POST", "/tasks", { title: "one", assignee: "bob" })
  const waiting = [
    call(server.url, "GET", "/tasks/next?agent=ann&wait=60s"),
    call(server.url, "POST", "/tasks/next/claim", { agent: "ann", wait: "60s" }),
  ]
  // Once a later request is answered, both are waiting.
  await call(server.url, "GET", "/tasks/next?agent=ann")
  server.kill("SIGTERM")
  for (const answer of await Promise.all(waiting)) expect(answer.text).toBe('{"task":null}')
  expect(await server.exited, server.output()).toBe(0)
  const again = await startServer({ home: space.home })
  expect((await call(again.url, "GET", "/tasks/T-1")).body["task"]).toMatchObject({ title: "one" })
  again.kill("SIGINT")
  expect(await again.exited).toBe(0)
})

test("several stop signals at once stop the server once, in good order", async () => {
  const other = await temporaryHome()
  const server = await startServer({ home: other.home })
  await Promise.all(
    Array.from({ length: 300 }, (_, i) => call(server.url, "POST", "/tasks", { title: `${i}` })),
  )
  for (let i = 0; i < 3; i++) server.kill("SIGTERM")
  expect(await server.exited, server.output()).toBe(0)
  expect(await readdir(join(other.home, "data"))).toContain("board.json")
  await other.remove()
})

test("a stop drops half-sent requests, answers those that wait and comes to an end, whatever clients do", async () => {
  const other = await temporaryHome()
  const server = await startServer({ home: other.home })
  await call(server.url, "PUT", "/agents/bob", {})
  const description = "x".repeat(60_000)
  await Promise.all(
    Array.from({ length: 400 }, (_, i) =>
      call(server.url, "POST", "/tasks", { title: `${i}`, assignee: "ann", description }),
    ),
  )
  const post = "POST /tasks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
  const dropped = [
    await dial(server.port, `${post}Content-Length: 99\r\n\r\n{"title":`),
    await dial(server.port, `${post}Transfer-Encoding: chunked\r\n\r\n9\r\n{"title":\r\n`),
    await dial(server.port, "GET /health HTTP/1.1\r\nHost: loc"),
    await dial(server.port, ""),
    await dial(server.port, "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"),
  ]
  const stream = await dial(server.port, "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
  const waiting = await dial(
    server.port,
    "GET /tasks/next?agent=bob&wait=60s HTTP/1.1\r\nHost: localhost\r\n\r\n",
  )
  // This client never reads the 24 MB that it asks for.
  const deaf = await dial(server.port, "")
  deaf.socket.pause()
  deaf.socket.write("GET /tasks?limit=500 HTTP/1.1\r\nHost: localhost\r\n\r\n")
  while (!(await call(server.url, "GET", "/agents/bob")).body["agent"]?.live);
  await expect.poll(() => stream.text()).toMatch(/200 OK/)

  server.kill("SIGTERM")
  await Promise.all(dropped.map(({ closed }) => closed))
  await Promise.all([stream.closed, waiting.closed])
  expect(waiting.text()).toMatch(/^HTTP\/1\.1 200 .*\{"task":null\}$/s)
  expect(await server.exited, server.output()).toBe(0)
  expect(server.output()).not.toMatch(/warn|error/i)
  deaf.socket.destroy()
  await other.remove()
})

interface Dialled {
  readonly socket: Socket
  text(): string
  readonly closed: Promise<unknown>
}

function dial(port: number, bytes: string): Promise<Dialled> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => {
      let text = ""
      socket.on("data", (chunk: Buffer) => (text += chunk.toString()))
      socket.off("error", reject).on("error", () => undefined)
      const closed = new Promise((done) => socket.once("close", done))
      socket.write(bytes)
      resolve({ socket, text: () => text, closed })
    }).once("error", reject)
  })
}
