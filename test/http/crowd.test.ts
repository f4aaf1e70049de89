import { createServer, IncomingMessage, ServerResponse, type RequestListener } from "node:http"
import { connect, Socket, type AddressInfo } from "node:net"
import { expect, onTestFinished, test } from "vitest"
import type { PublicEvent } from "../../src/domain/events/shown.ts"
import { createBreath } from "../../src/http/connection/breath.ts"
import { watchCrowd } from "../../src/http/connection/crowd.ts"
import { createLogReader } from "../../src/http/events/log-reader.ts"
import { text } from "../../src/http/reply/reply.ts"
import { createUnread } from "../../src/http/reply/unread.ts"
import { startServer } from "../support/http.ts"

/** A server whose connections are watched, and how to connect to it. */
async function crowded(handler: RequestListener, most = 4096) {
  const server = createServer(handler)
  server.maxConnections = most
  const { dropSlow } = watchCrowd(server)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const dial = () =>
    new Promise<Socket & { isOver?: boolean }>((resolve) => {
      const socket: Socket & { isOver?: boolean } = connect(port, "127.0.0.1", () => resolve(socket))
      socket.on("error", () => undefined).once("close", () => (socket.isOver = true))
    })
  return { dial, dropSlow }
}

const request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"

test("when nearly as many connections are open as a server takes, the oldest idle one makes room", async () => {
  let asked = 0
  const { dial } = await crowded(() => (asked += 1), 10)
  const waiting = await dial()
  waiting.write(request)
  await expect.poll(() => asked).toBe(1)
  const idle: Awaited<ReturnType<typeof dial>>[] = []
  for (let i = 0; i < 30; i += 1) idle.push((await dial()).resume())
  await expect
    .poll(() => idle.map(({ isOver }) => isOver === true))
    .toEqual([...Array<boolean>(22).fill(true), ...Array<boolean>(8).fill(false)])
  expect(waiting.isOver).toBeUndefined()
})

test("where none is idle, the oldest whose request is still arriving makes room, and not who came just now", async () => {
  let asked = 0
  const { dial } = await crowded(() => (asked += 1), 10)
  const waiting = await dial()
  waiting.write(request)
  const arriving: Awaited<ReturnType<typeof dial>>[] = []
  for (let i = 1; i <= 8; i += 1) {
    const socket = (await dial()).resume()
    socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nx")
    arriving.push(socket)
    await expect.poll(() => asked).toBe(1 + i)
  }
  const late = [(await dial()).resume(), (await dial()).resume()]
  await expect
    .poll(() => arriving.map(({ isOver }) => isOver === true))
    .toEqual([true, true, ...Array<boolean>(6).fill(false)])
  for (const socket of late) socket.write(request)
  await expect.poll(() => asked).toBe(11)
  expect(waiting.isOver).toBeUndefined()
})

test("where all wait for their answers, who has just come takes a place that is free", async () => {
  let asked = 0
  const { dial } = await crowded((req, res) => (req.url === "/now" ? res.end() : (asked += 1)), 10)
  for (let i = 1; i <= 9; i += 1) {
    const waiting = (await dial()).resume()
    waiting.write(request)
    await expect.poll(() => asked).toBe(i)
  }
  const late = await dial()
  let heard = ""
  late.on("data", (part: Buffer) => (heard += part.toString()))
  late.write(request.replace("GET /", "GET /now"))
  await expect.poll(() => heard).toContain("200 OK")
})

test("a client that does not read its answer is dropped, one that reads it has it all", async () => {
  const answer = Buffer.alloc(32 * 1024 ** 2)
  let asked = 0
  const { dial, dropSlow } = await crowded((_, res) => {
    asked += 1
    res.end(answer)
  })
  const [lazy, keen] = [await dial(), await dial()]
  lazy.pause()
  lazy.write(request)
  keen.write(request)
  let read = 0
  keen.on("data", (piece: Buffer) => (read += piece.length))
  dropSlow()
  await expect.poll(() => read).toBeGreaterThan(answer.length)
  expect(asked).toBe(2)
  dropSlow()
  dropSlow()
  // Only a client that reads hears of the end.
  let rest = 0
  lazy.on("data", (piece: Buffer) => (rest += piece.length)).resume()
  await expect.poll(() => lazy.isOver).toBe(true)
  expect(rest).toBeLessThan(answer.length)
  expect(keen.isOver).toBeUndefined()
})

test("beyond a bound, the large answers that were unread the longest are cut off", () => {
  const hold = createUnread(3_000_000)
  const answer = (length: number) => {
    const res = new ServerResponse(new IncomingMessage(new Socket()))
    hold(res, text(200, "text/plain", "x".repeat(length)))
    return res
  }
  const [small, first, read, second] = [1000, 1_000_000, 1_000_000, 1_000_000].map(answer)
  read?.emit("close")
  const third = answer(1_500_000)
  expect([small, first, second, third].map((res) => res?.destroyed)).toEqual([false, true, false, false])
})

test("after work that took long, the rest waits for a turn of the event loop, in its order", async () => {
  const done: string[] = []
  const inBreath = createBreath(200)
  const work = (name: string, ms = 0) => {
    inBreath(() => {
      const began = performance.now()
      while (performance.now() - began < ms);
      done.push(name)
    })
  }
  setImmediate(() => done.push("others"))
  for (const name of ["a", "b"]) work(name)
  work("long", 201)
  for (const name of ["c", "d"]) work(name)
  expect(done).toEqual(["a", "b", "long"])
  await expect.poll(() => done).toEqual(["a", "b", "long", "others", "c", "d"])
})

test("streams that read the log take turns, and while others wait none keeps what was read ahead for it", async () => {
  const order: string[] = []
  let open = 0
  let most = 0
  const reader = createLogReader({
    // oxlint-disable-next-line typescript/require-await
    async *history(after) {
      most = Math.max(most, (open += 1))
      const end = after < 1000 ? 300 : 1300
      try {
        for (let seq = after + 1; seq <= end; seq += 1) yield [{ seq } as PublicEvent]
      } finally {
        open -= 1
      }
    },
  })
  const follow = async (name: string, after: number) => {
    const seqs: number[] = []
    for await (const events of reader(after)) {
      order.push(name)
      seqs.push(...events.map(({ seq }) => seq))
    }
    return seqs
  }
  const [first] = await Promise.all([follow("a", 0), follow("b", 1000)])
  expect(order).toEqual(["a", "b", "a", "b", "a", "b"])
  expect(first).toEqual(Array.from({ length: 300 }, (_, i) => i + 1))
  expect([open, most]).toEqual([0, 1])
})

test("a file that arrives too slowly is refused long before it would be whole", async () => {
  const server = await startServer({ bodyTimeoutMs: 300 })
  const socket = await server.dial()
  socket.write(
    "POST /tasks/T-1/attachments HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n" +
      'Content-Disposition: attachment; filename="a.txt"\r\nContent-Length: 1000000\r\n\r\n',
  )
  const dribble = setInterval(() => socket.write("x"), 50)
  onTestFinished(() => clearInterval(dribble))
  const answer = await new Promise<string>((resolve) =>
    socket.once("data", (data: Buffer) => resolve(data.toString())),
  )
  expect(answer).toMatch(/^HTTP\/1.1 408 [^]*too slowly/)
})
