import { expect, test } from "vitest"
import { createEventReader, type Message } from "../../src/stream/sse.ts"
import { startServer } from "../support/http.ts"
import { given } from "../support/service.ts"

/** A server with a task that Ann holds, and what follows the streams of its events. */
async function start() {
  const service = await given(["task.create", { title: "one" }], ["task.create", { title: "two" }])
  const { lease } = await service.run("task.claim", { id: "T-1", agent: "ann" })
  const server = await startServer({ engine: service.engine })
  const send = (text: string, id = "T-1", leaseToken: unknown = lease.token) =>
    server.ask(`/tasks/${id}/output`, { method: "POST", body: { text, leaseToken } })
  async function follow(query: string) {
    const socket = await server.dial()
    const read = createEventReader()
    const messages: Message[] = []
    let text = ""
    const looks = new Set<() => void>()
    socket.on("data", (part: Buffer) => {
      text += part.toString()
      // The head of the answer holds no message.
      messages.push(
        ...read(
          part
            .toString()
            .replace(/^HTTP[^]*?\r\n\r\n/, "")
            .replace(/\r\n?|^[\da-f]+$/gm, "\n"),
        ),
      )
      for (const look of looks) look()
    })
    socket.write(`GET /events${query} HTTP/1.0\r\nHost: localhost\r\n\r\n`)
    const until = (isEnough: () => boolean) =>
      new Promise<void>((resolve) => {
        const look = () => isEnough() && resolve()
        looks.add(look)
        look()
      })
    await until(() => text.includes(": open at"))
    return { socket, messages, until }
  }
  return { service, server, send, follow }
}

test("a stream that asks for output is told of it, without an id, and then only the seqs without gap", async () => {
  const { service, send, follow } = await start()
  await send("before\n")
  const { messages, until } = await follow("?output=1")
  await until(() => messages.length === 1)
  await send("one\n")
  await send("two\n")
  await until(() => messages.length === 2)
  expect(messages.map(({ id, event, data }) => [id, event, JSON.parse(data)])).toEqual([
    ["", "output", { task: "T-1", epoch: 1, agent: "ann", end: 7, line: "before", at: expect.any(String) }],
    ["", "output", { task: "T-1", epoch: 1, agent: "ann", end: 15, line: "two", at: expect.any(String) }],
  ])
  await service.run("task.comment", { id: "T-2", author: "bob", content: "hm" })
  await until(() => messages.some(({ event }) => event === "task.commented"))
  const ids = messages.filter(({ event }) => event !== "output").map(({ id }) => Number(id))
  expect(ids).toEqual(ids.map((_, i) => service.engine.seq - ids.length + 1 + i))
})

test("a stream that does not ask for output, or asks for another task, hears nothing of it", async () => {
  const { service, send, follow } = await start()
  await send("before\n")
  const [plain, other, own] = await Promise.all([
    follow(""),
    follow("?output=1&task=T-2"),
    follow("?output=1&task=t-1"),
  ])
  await send("after\n")
  await own.until(() => own.messages.length === 2)
  await service.run("task.comment", { id: "T-2", author: "bob", content: "hm" })
  await plain.until(() => plain.messages.some(({ event }) => event === "task.commented"))
  await other.until(() => other.messages.some(({ event }) => event === "task.commented"))
  for (const { messages } of [plain, other])
    expect(messages.map(({ event }) => event)).not.toContain("output")
})

test("a stream begins with the output of tasks in progress, not of finished ones", async () => {
  const { service, send, follow } = await start()
  const { lease } = await service.run("task.claim", { id: "T-2", agent: "bob" })
  await send("one\n")
  await send("two\n", "T-2", lease.token)
  await service.run("task.complete", { id: "T-2", leaseToken: lease.token })
  const { messages, until } = await follow("?output=1")
  await send("three\n")
  await until(() => messages.length === 2)
  expect(messages.map(({ data }) => JSON.parse(data).line)).toEqual(["one", "three"])
})

test("output over HTTP: sent, read with an offset, and refused where it is too much or not text", async () => {
  const { server, send } = await start()
  const { status, json, headers } = await send("Hello\n")
  expect([status, json]).toEqual([200, { epoch: 1, start: 0, end: 6, gap: false }])
  expect(headers["upnext-seq"]).toMatch(/^\d+$/)
  const answer = await server.ask("/tasks/T-1/output?after=2&fields=text")
  expect(answer.json.output).toEqual({ text: "llo\n" })
  expect((await send("x".repeat(65_537))).json).toMatchObject({ code: "invalid_input" })
  expect((await send("a\0b")).json).toMatchObject({ code: "invalid_input" })
  expect((await send("")).json).toMatchObject({ code: "invalid_input" })
  expect((await server.ask("/tasks/T-1/output?after=-1")).status).toBe(400)
  expect((await server.ask("/tasks/T-1/output", { method: "DELETE" })).headers.allow).toBe("POST, GET, HEAD")
})
