import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, onTestFinished, test } from "vitest"
import { createClient } from "../../src/client/client.ts"
import { UpnextError } from "../../src/errors.ts"
import { createSharedMemory, type MemoryStep } from "../support/shared-memory.ts"
import { readText, startServer, type TestServer } from "../support/http.ts"
import { startService } from "../support/service.ts"

/** Two servers over one log. Neither gets a notice of what the other writes, so each sees it only when it looks. */
async function startTwo() {
  const memory = createSharedMemory(Date.now)
  const time = { wall: Date.now(), monotonic: 0 }
  const broken = new Set<MemoryStep>()
  const at = (step: MemoryStep) => {
    if (broken.has(step)) throw new UpnextError("storage_unreachable", { detail: "The log is away." })
  }
  const openLog = (isB: boolean) => memory.open({ hearsOthers: false, ...(isB && { at }) })
  const a = await startService({ openLog: () => openLog(false), time })
  const b = await startService({ openLog: () => openLog(true), time })
  return {
    a: await startServer({ engine: a.engine }),
    b: await startServer({ engine: b.engine }),
    /** Makes steps of the second server fail. */
    broken,
    heal: async () => {
      broken.clear()
      await b.engine.tick()
    },
  }
}

const create = (server: TestServer) => server.ask("/tasks", { method: "POST", body: { title: "x" } })
const least = (seq: number | string) => ({ headers: { "upnext-min-seq": String(seq) } })

test("an answer reflects the event that Upnext-Min-Seq names, though another server wrote it", async () => {
  const { a, b } = await startTwo()
  const { headers } = await create(a)
  const seq = Number(headers["upnext-seq"])
  expect((await b.ask("/tasks/T-1")).status).toBe(404)
  const reply = await b.ask("/tasks/T-1", least(seq))
  expect([reply.status, reply.headers["upnext-seq"]]).toEqual([200, String(seq)])
  const next = await b.ask("/tasks/next?agent=ann", least(seq))
  expect(next.json.task.id).toBe("T-1")
})

test("a server that cannot read the log answers 503 after a second, and nothing older", async () => {
  const { a, b, broken, heal } = await startTwo()
  const seq = Number((await create(a)).headers["upnext-seq"])
  broken.add("read")
  const began = performance.now()
  const reply = await b.ask("/tasks/next?agent=ann", least(seq))
  expect(reply.status).toBe(503)
  expect(reply.json).toMatchObject({ code: "not_caught_up", facts: { seq: 0 } })
  expect(performance.now() - began).toBeGreaterThan(900)
  expect((await b.ask("/tasks")).json.total).toBe(0)
  await heal()
  expect((await b.ask("/tasks", least(seq))).json.total).toBe(1)
})

test.each([2, 1_000_000, 999_999_999_999_999])(
  "an event beyond the end of the log, %d, is refused for good, on one server and on two",
  async (beyond) => {
    const { a, b } = await startTwo()
    await create(a)
    const alone = await startServer({ engine: (await startService()).engine })
    await create(alone)
    for (const server of [a, b, alone]) {
      const reply = await server.ask("/tasks", least(beyond))
      expect(reply.status).toBe(400)
      expect(reply.json).toMatchObject({
        code: "invalid_input",
        errors: [{ path: "Upnext-Min-Seq" }],
        facts: { seq: 1, isBeyond: true },
      })
      expect((await server.ask("/tasks", least(1))).status).toBe(200)
    }
  },
)

test("a write that names an event beyond the end of the log changes nothing", async () => {
  const { a } = await startTwo()
  const reply = await a.ask("/tasks", { method: "POST", body: { title: "x" }, ...least(5) })
  expect(reply.status).toBe(400)
  expect((await a.ask("/tasks")).json.total).toBe(0)
})

test.each(["", "x", "-1", "1.5", "1, 2", "99999999999999999"])(
  "Upnext-Min-Seq: %j is refused",
  async (value) => {
    const { a } = await startTwo()
    const reply = await a.ask("/tasks", least(value))
    expect(reply.status).toBe(400)
    expect(reply.json.errors).toMatchObject([{ path: "Upnext-Min-Seq" }])
  },
)

test("a stream of events goes on at a server that has not read the last event yet", async () => {
  const { a, b, broken } = await startTwo()
  await create(a)
  await create(a)
  const resume = "GET /events HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: "
  const going = await b.dial()
  const text = readText(going, (soFar) => soFar.includes("id: 3"))
  going.write(`${resume}2\r\n\r\n`)
  await expect.poll(() => b.ask("/health").then(({ json }) => json.seq as number)).toBe(2)
  await create(b)
  expect(await text).not.toContain("reset")
  going.destroy()

  const beyond = await b.raw(`${resume}9\r\n\r\n`, (soFar) => soFar.includes("reset"))
  expect(beyond).toContain('event: reset\ndata: {"seq":3}')
  await create(a)
  broken.add("read")
  const refused = await b.raw(`${resume}4\r\n\r\n`, (soFar) => soFar.includes("}"))
  expect(refused).toMatch(/^HTTP\/1.1 503/)
  expect(refused).toContain("not_caught_up")
  broken.clear()
})

test("the typed client reads its own writes, whichever server answers", async () => {
  const { a, b } = await startTwo()
  let turn = 0
  const proxy = createServer((req, res) => {
    const { port } = [a, b][turn++ % 2] ?? a
    const { url: path, method, headers } = req
    req.pipe(
      request({ host: "127.0.0.1", port, path, method, headers, agent: false }, (answer) => {
        res.writeHead(answer.statusCode ?? 0, answer.headers)
        answer.pipe(res)
      }),
    )
  })
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void proxy.close())
  const client = createClient({ url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` })
  for (let n = 1; n <= 5; n++) {
    const { task } = await client.task.create({ title: "x" })
    expect((await client.task.read({ id: task.id })).task.id).toBe(`T-${n}`)
    if (n % 2) await client.task.list()
  }
})

test("the typed client asks for no event that the board has lost, after it has said so once", async () => {
  const asked: (string | undefined)[] = []
  let answers = [{ status: 200, seq: "41" }]
  const server = createServer((req, res) => {
    asked.push(req.headers["upnext-min-seq"] as string | undefined)
    const { status, seq } = answers.shift() ?? { status: 200, seq: "7" }
    const lost = { code: "invalid_input", detail: "no", hint: "no", facts: { isBeyond: true }, status }
    res.writeHead(status, { "content-type": "application/json", "upnext-seq": seq })
    res.end(JSON.stringify(status === 200 ? { tasks: [] } : lost))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void server.close())
  const client = createClient({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  await client.task.list()
  answers = [{ status: 400, seq: "7" }]
  await expect(client.task.list()).rejects.toMatchObject({ code: "invalid_input" })
  await client.task.list()
  await client.task.list()
  expect(asked).toEqual([undefined, "41", undefined, "7"])
})
