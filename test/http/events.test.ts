import { once } from "node:events"
import type { Socket } from "node:net"
import { expect, test } from "vitest"
import { fail } from "../../src/errors.ts"
import { readText, startServer, type TestServer } from "../support/http.ts"

/** Opens a stream and reads until it has so many messages, or until the stream ends. */
async function stream(server: TestServer, query = "", headers = "") {
  const socket: Socket = await server.dial()
  let text = ""
  let rest = ""
  const ids: number[] = []
  const waiting = new Set<() => void>()
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString()
    const lines = (rest + chunk.toString()).split("\n")
    rest = lines.pop() ?? ""
    for (const line of lines) if (line.startsWith("id: ")) ids.push(Number(line.slice(4)))
    for (const look of waiting) look()
  })
  socket.write(`GET /events${query} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`)
  const until = (isEnough: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!isEnough()) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })
  await until(() => text.includes(": open at"))
  return {
    socket,
    text: () => text,
    /** Resolves when the text of the stream holds this. */
    says: (part: string) => until(() => text.includes(part)),
    upTo: async (count: number) => {
      await until(() => ids.length >= count)
      return [...ids]
    },
  }
}

test("a stream without `after` begins with the next event and says which seq it begins after", async () => {
  const server = await startServer()
  server.engine.publish("task.created", "task.created")
  const { text, upTo } = await stream(server)
  expect(text()).toMatch(/content-type: text\/event-stream.*upnext-seq: 2.*: open at 2\n\n/is)
  server.engine.publish("task.deleted")
  expect(await upTo(1)).toEqual([3])
  expect(text()).toContain(
    'id: 3\nevent: task.deleted\ndata: {"seq":3,"type":"task.deleted","at":"2030-01-01T00:00:00.000Z","actor":"ann","task":"T-3","data":{}}\n\n',
  )
})

test.each([
  ["?after=2", ""],
  ["", "Last-Event-ID: 2\r\n"],
  ["?after=0", "Last-Event-ID: 2\r\n"],
])(
  "a stream with %j and header %j resumes, from the log and then live, without gap or repeat",
  async (query, header) => {
    const server = await startServer()
    server.engine.publish(...Array.from({ length: 7 }, () => "task.created" as const))
    const { upTo } = await stream(server, query, header)
    for (let i = 0; i < 5; i += 1) server.engine.publish("task.edited")
    expect(await upTo(10)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  },
)

test("events that happen while a stream catches up are sent once, in order", async () => {
  const server = await startServer()
  const { engine } = server
  engine.publish("task.created", "task.created", "task.created", "task.created")
  const history = engine.history.bind(engine)
  let coming = 10
  Object.assign(engine, {
    async *history(after: number) {
      for await (const events of history(after)) {
        if (coming-- > 0) engine.publish("task.edited", "task.edited")
        yield events
      }
    },
  })
  const first = await stream(server, "?after=0")
  // While the second stream catches up, the first one is about to send the same events.
  coming = 10
  const second = await stream(server, "?after=1")
  engine.publish("task.deleted")
  const all = Array.from({ length: engine.seq }, (_, i) => i + 1)
  expect(await first.upTo(engine.seq)).toEqual(all)
  expect(await second.upTo(engine.seq - 1)).toEqual(all.slice(1))
})

test("a log that cannot be read ends the stream with the problem, and the server warns once", async () => {
  const server = await startServer()
  server.engine.publish("task.created")
  Object.assign(server.engine, {
    // oxlint-disable-next-line require-yield
    async *history() {
      await Promise.resolve()
      fail("storage_damaged", "line 20 is broken")
    },
  })
  const { text, says } = await stream(server, "?after=0")
  await says('"line 20 is broken"')
  const [, problem = ""] = /event: refused\ndata: (.*)\n/.exec(text()) ?? []
  expect(JSON.parse(problem)).toMatchObject({ code: "storage_damaged", detail: "line 20 is broken" })
  expect(server.warnings).toEqual(["An event stream cannot continue"])
})

test("a defect ends the stream, and the server warns of it", async () => {
  const server = await startServer()
  server.engine.publish("task.created")
  Object.assign(server.engine, {
    // oxlint-disable-next-line require-yield
    async *history() {
      await Promise.resolve()
      throw new TypeError("there is no such thing")
    },
  })
  const socket = await server.dial()
  socket.resume().write("GET /events?after=0 HTTP/1.1\r\nHost: localhost\r\n\r\n")
  await once(socket, "close")
  expect(server.warnings).toEqual(["An event stream cannot continue"])
})

test("if reading the log fails after the stream was ended, nothing more is sent and nothing is warned of", async () => {
  const server = await startServer()
  server.engine.publish("task.created")
  let letGo: () => void = () => undefined
  const held = new Promise<void>((resolve) => (letGo = resolve))
  Object.assign(server.engine, {
    // oxlint-disable-next-line require-yield
    async *history() {
      await held
      fail("unavailable", "The log is closed.")
    },
  })
  const { text } = await stream(server, "?after=0")
  server.app.close()
  letGo()
  // Whatever the refusal causes runs in microtasks, so it is done at the next turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve))
  expect([text().includes("refused"), server.warnings]).toEqual([false, []])
})

test("`after` beyond the end gets one reset event with the current seq, and then new events", async () => {
  const server = await startServer()
  server.engine.publish("task.created")
  const { text, upTo } = await stream(server, "?after=99")
  server.engine.publish("task.edited")
  expect(await upTo(2)).toEqual([1, 2])
  expect(text()).toContain('id: 1\nevent: reset\ndata: {"seq":1}\n\n')
  expect(text().match(/^event: .*$/gm)).toEqual(["event: reset", "event: task.edited"])
})

test("filters by type and task apply to past and to new events", async () => {
  const server = await startServer()
  server.engine.publish("task.created", "task.edited", "task.deleted")
  const types = await stream(server, "?after=0&type=task.edited&type=task.deleted")
  const task = await stream(server, "?after=0&task=t-4")
  server.engine.publish("task.created", "task.edited")
  expect(await types.upTo(3)).toEqual([2, 3, 5])
  expect(await task.upTo(1)).toEqual([4])
})

test.each([
  ["?type=task.creatd", "type"],
  ["?tsk=T-1", "tsk"],
  ["?task=1", "task"],
  ["?after=-1", "after"],
  ["?after=x", "after"],
])("GET /events%s is 400 and names %j", async (query, field) => {
  const server = await startServer()
  const { status, json } = await server.ask(`/events${query}`)
  expect([status, json.errors[0].path]).toEqual([400, field])
})

test("the number of streams is limited, and a stream that ends makes room for another", async () => {
  const server = await startServer({ maxStreams: 1 })
  const { socket } = await stream(server)
  const reply = await server.ask("/events")
  expect([reply.status, reply.json.code]).toEqual([503, "too_many_streams"])
  socket.destroy()
  await expect.poll(async () => (await server.ask("/events", { method: "HEAD" })).status).toBe(200)
})

test("a client that does not read is dropped and delays no other", async () => {
  const server = await startServer()
  const slow = await server.dial()
  slow.pause()
  slow.write("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
  const { upTo } = await stream(server)
  await expect.poll(() => server.engine.subscribers).toBe(1)
  const dropped = new Promise<void>((resolve) =>
    slow.on("close", () => resolve()).on("error", () => undefined),
  )
  const batch = Array.from({ length: 5000 }, () => "task.created" as const)
  for (let i = 1; i <= 20; i += 1) {
    server.engine.publish(...batch)
    await upTo(i * batch.length)
  }
  slow.resume()
  await dropped
  expect((await upTo(100_000)).at(-1)).toBe(100_000)
})

test("when the last stream ends, the server stops listening to the engine", async () => {
  const server = await startServer()
  const { socket } = await stream(server)
  expect(server.engine.subscribers).toBe(1)
  socket.destroy()
  await expect.poll(() => server.engine.subscribers).toBe(0)
})

test("closing the server first sends what was published, then ends the streams", async () => {
  const server = await startServer()
  const { socket, text } = await stream(server)
  server.engine.publish("task.created")
  server.app.close()
  await readText(socket, () => text().includes("0\r\n\r\n"))
  expect(text()).toContain("id: 1\n")
  expect((await server.ask("/tasks")).json.code).toBe("unavailable")
  server.engine.status = { status: "stopping" }
  expect(await server.ask("/health")).toMatchObject({ status: 503, json: { status: "stopping" } })
})
