import { connect, type Socket } from "node:net"
import { expect, test } from "vitest"
import { call, startServer, temporaryHome } from "../support/server.ts"

test("where idle connections hold every file descriptor, they make room for a new one", async () => {
  const space = await temporaryHome()
  const server = await startServer({ home: space.home, openFiles: 64 })
  const crowd = Array.from({ length: 200 }, () => connect(server.port, "127.0.0.1"))
  for (const socket of crowd) socket.on("error", () => undefined).resume()
  await expect
    .poll(
      async () => (await call(server.url, "POST", "/tasks", { title: "one" }).catch(() => undefined))?.status,
    )
    .toBe(201)
  for (const socket of crowd) socket.destroy()
  server.kill("SIGTERM")
  expect(await server.exited, server.output()).toBe(0)
  await space.remove()
})

test("without free file descriptors the server warns once, serves open connections, and goes on when some are free", async () => {
  const space = await temporaryHome()
  const server = await startServer({ home: space.home, openFiles: 64 })
  await call(server.url, "POST", "/tasks", { title: "one" })
  const kept = await open(server.port)
  kept.write(head("POST /tasks", twoTask.length) + twoTask.slice(0, 1))
  const crowd: Socket[] = []
  const join = () => {
    const socket = connect(server.port, "127.0.0.1").on("error", () => undefined)
    // An idle connection would make room.
    socket.write(head("GET /tasks/next?agent=ann&project=none&wait=60s"))
    crowd.push(socket)
  }
  for (let i = 0; i < 200; i++) join()
  // The refused connections are closed; the open ones hold every descriptor.
  await expect
    .poll(() => crowd.filter(({ closed }) => closed).length, { timeout: 60_000 })
    .toBeGreaterThan(100)
  // A file that the server itself closed may have left room for one more, which it has no reason to warn of.
  await expect
    .poll(() => (join(), server.output()), { timeout: 60_000, interval: 200 })
    .toMatch(/no file descriptors left/)

  const written = await ask(kept, twoTask.slice(1))
  expect(written).toMatch(/^HTTP\/1\.1 201 /)
  for (let i = 0; i < 3; i++) {
    // A descriptor that came free meanwhile goes to the next of the crowd.
    await expect
      .poll(() => (join(), ask(kept, head("GET /tasks/T-1/history"))), { timeout: 60_000, interval: 200 })
      .toMatch(/^HTTP\/1\.1 503 .*"code":"too_many_files"/s)
  }
  expect(server.output().match(/warn/gi)).toHaveLength(1)
  expect(server.output()).not.toMatch(/\bat .*:\d+/)

  for (const socket of crowd) socket.destroy()
  await expect
    .poll(async () => (await call(server.url, "GET", "/tasks/T-1/history").catch(() => undefined))?.status)
    .toBe(200)
  expect((await call(server.url, "GET", "/health")).body).toMatchObject({ status: "ok" })
  kept.destroy()
  server.kill("SIGTERM")
  expect(await server.exited, server.output()).toBe(0)
  await space.remove()
})

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket)).once("error", reject)
  })
}

const twoTask = '{"title":"two"}'

function head(line: string, length?: number): string {
  const type = length === undefined ? "" : `Content-Type: application/json\r\nContent-Length: ${length}\r\n`
  return `${line} HTTP/1.1\r\nHost: localhost\r\n${type}\r\n`
}

/** Sends this on an open connection. The reply comes in one piece. */
function ask(socket: Socket, bytes: string): Promise<string> {
  socket.write(bytes)
  return new Promise((resolve) => socket.once("data", (chunk: Buffer) => resolve(chunk.toString())))
}
