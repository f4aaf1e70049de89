import { connect, type Socket } from "node:net"
import { expect, test } from "vitest"
import { readText, startServer, type TestServer } from "../support/http.ts"

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

/** An engine that keeps every question open until it is answered here. */
function keepOpen({ engine }: TestServer) {
  const answers: (() => void)[] = []
  engine.answer = () =>
    new Promise((resolve) => answers.push(() => resolve({ answer: { task: null }, seq: 0 })))
  return answers
}

function dialAndSend(server: TestServer, bytes: string): Socket {
  const socket = connect(server.port, "127.0.0.1")
  socket.write(bytes)
  return socket
}

test("requests of one connection are handled one after the other", async () => {
  const server = await startServer()
  await server.app.load()
  const answers = keepOpen(server)
  const socket = dialAndSend(server, get("/tasks/next?agent=ann&wait=60s").repeat(3))
  for (const handled of [1, 2, 3]) {
    await expect.poll(() => answers.length).toBe(handled)
    // Another connection is not behind them.
    expect((await server.ask("/health")).status).toBe(200)
    expect(answers.length).toBe(handled)
    answers.at(-1)?.()
  }
  const text = await readText(socket, (all) => all.split('{"task":null}').length === 4)
  expect(text.match(/HTTP\/1.1 200 OK/g)).toHaveLength(3)
  socket.destroy()
})

test("once its client is gone, the rest of a connection's requests are never handled", async () => {
  const server = await startServer()
  await server.app.load()
  const answers = keepOpen(server)
  const waiting = dialAndSend(server, get("/tasks/next?agent=ann&wait=60s") + get("/events"))
  await expect.poll(() => answers.length).toBe(1)
  waiting.destroy()
  await expect.poll(() => server.engine.calls[0]?.signal?.aborted).toBe(true)
  expect(server.engine.subscribers).toBe(0)
  expect(answers.length).toBe(1)
})

test("a connection ends after a hundred requests that were sent without waiting", async () => {
  const server = await startServer()
  await server.app.load()
  const text = await server.raw(get("/health").repeat(1000))
  expect(text.match(/HTTP\/1.1 200 OK/g)).toHaveLength(101)
  expect(text.match(/connection: close/gi)).toHaveLength(1)
})
