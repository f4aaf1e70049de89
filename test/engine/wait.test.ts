import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { given, startService, type Step } from "../support/service.ts"
import { claims, idsOf, settled, waitFor } from "../support/waiting.ts"

beforeEach(
  () => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] }),
)
afterEach(() => void vi.useRealTimers())

test("a peek that waits is answered at its deadline, not before, with null", async () => {
  const service = await startService()
  const [peek, claim] = await waitFor(service, ["task.next", {}], ["task.claimNext", { wait: "60s" }])
  await vi.advanceTimersByTimeAsync(29_999)
  expect([peek?.answer, claim?.answer]).toEqual([undefined, undefined])
  await vi.advanceTimersByTimeAsync(1)
  expect([peek?.answer, claim?.answer]).toEqual([{ task: null }, undefined])
  await vi.advanceTimersByTimeAsync(30_000)
  expect(claim?.answer).toEqual({ task: null })
})

test("beyond 2,048 that wait, the oldest is over early", async () => {
  const service = await startService()
  const peeks = await waitFor(
    service,
    ...Array.from({ length: 2050 }, (): [string, object] => ["task.next", {}]),
  )
  expect(idsOf(peeks)).toEqual([null, null, ...Array<string>(2048).fill("waits")])
})

test("a peek does not wait when something is ready", async () => {
  const service = await given(["task.create", { title: "x" }])
  const all = await waitFor(service, ["task.next", { agent: "bob" }], ["task.claimNext", {}])
  expect(idsOf(all)).toEqual(["T-1", "T-1"])
  expect(vi.getTimerCount()).toBeLessThanOrEqual(2)
})

test("one new task wakes every waiting peek that it suits, and no other", async () => {
  const service = await startService()
  const peeks = await waitFor(
    service,
    ...Array.from({ length: 20 }, (_, i): [string, object] => ["task.next", { agent: `agent ${i}` }]),
    ["task.next", { project: "docs" }],
  )
  await service.run("task.create", { title: "x" })
  await settled(service)
  expect(idsOf(peeks)).toEqual([...Array<string>(20).fill("T-1"), "waits"])
})

test("each new task ends one waiting claim, the oldest first", async () => {
  const service = await startService()
  const all = await waitFor(service, ...claims(5))
  await service.run("task.create", { title: "one" })
  await settled(service)
  expect(idsOf(all)).toEqual(["T-1", "waits", "waits", "waits", "waits"])
  await Promise.all([
    service.run("task.create", { title: "two" }),
    service.run("task.create", { title: "three" }),
  ])
  await settled(service)
  expect(idsOf(all)).toEqual(["T-1", "T-2", "T-3", "waits", "waits"])
  expect(new Set(all.flatMap(({ answer }) => answer?.lease?.token ?? [])).size).toBe(3)
})

test("a new task goes to the oldest waiting claim that it suits", async () => {
  const service = await startService()
  const all = await waitFor(
    service,
    ["task.claimNext", { agent: "ann" }],
    ["task.claimNext", { agent: "bob" }],
    ["task.claimNext", { agent: "eve" }],
  )
  await service.run("task.create", { title: "x", assignee: "Bob" })
  await settled(service)
  expect(idsOf(all)).toEqual(["waits", "T-1", "waits"])
})

test("a claim whose caller has gone is skipped, and takes nothing", async () => {
  const service = await startService()
  const gone = new AbortController()
  const all = await waitFor(
    service,
    ["task.claimNext", { agent: "gone" }, { signal: gone.signal }],
    ...claims(1),
  )
  gone.abort()
  await service.run("task.create", { title: "x" })
  await settled(service)
  expect(idsOf(all)).toEqual(["waits", "T-1"])
  expect((await service.run("task.read", { id: "T-1" })).task.assignee).toBe("agent 0")
})

test("a new claim that may wait, and whose caller has gone already, takes no task that is ready", async () => {
  const service = await given(["task.create", { title: "x" }])
  const gone = new AbortController()
  const claim = service.run("task.claimNext", { agent: "gone", wait: "30s" }, { signal: gone.signal })
  gone.abort()
  await expect(claim).rejects.toMatchObject({ code: "unavailable" })
  expect((await service.run("task.read", { id: "T-1" })).task.status).toBe("todo")
})

test("a waiting claim goes before a new claim in the batch that brings the task", async () => {
  const service = await startService()
  const all = await waitFor(service, ...claims(2))
  const answers = await Promise.all([
    service.run("task.create", { title: "x" }),
    service.run("task.claimNext", { agent: "eve" }),
    service.run("task.create", { title: "y" }),
    service.run("task.create", { title: "z" }),
    service.run("task.claimNext", { agent: "bob" }),
  ])
  await settled(service)
  expect(idsOf(all)).toEqual(["T-1", "T-2"])
  expect([answers[1].task.id, answers[4].task]).toEqual(["T-3", null])
})

test("a task created between two claims of one batch goes to the first of them", async () => {
  const service = await startService()
  const [first, , second] = [
    service.run("task.claimNext", { agent: "ann", wait: "30s" }),
    service.run("task.create", { title: "x" }),
    service.run("task.claimNext", { agent: "bob" }),
  ]
  expect([(await first).task.id, (await second).task]).toEqual(["T-1", null])
})

test("a waiting claim goes before a new claim that comes as a pause ends", async () => {
  const service = await given(["task.create", { title: "x" }], ["team.pause", { for: "10s" }])
  const all = await waitFor(service, ...claims(1))
  service.sleep(10_000)
  const straight = await service.run("task.claimNext", { agent: "eve" })
  await settled(service)
  expect([straight.task, ...idsOf(all)]).toEqual([null, "T-1"])
})

const wakers: [string, Step[], Step[]][] = [
  ["is created", [], [["task.create", { title: "x" }]]],
  [
    "is given back",
    [
      ["task.create", { title: "x" }],
      ["task.claim", { id: "T-1", agent: "bob" }],
    ],
    [["task.release", { id: "T-1", agent: "bob" }]],
  ],
  [
    "is unblocked",
    [["task.create", { title: "x", status: "blocked" }]],
    [["task.edit", { id: "T-1", status: "todo" }]],
  ],
  [
    "is reopened",
    [
      ["task.create", { title: "x" }],
      ["task.edit", { id: "T-1", status: "done" }],
    ],
    [["task.edit", { id: "T-1", status: "todo" }]],
  ],
  [
    "sees its last blocker done",
    [
      ["task.create", { title: "b", assignee: "bob" }],
      ["task.create", { title: "x", blockedBy: ["T-1"] }],
    ],
    [["task.edit", { id: "T-1", status: "done" }]],
  ],
  [
    "sees its last blocker deleted",
    [
      ["task.create", { title: "b", assignee: "bob" }],
      ["task.create", { title: "x", blockedBy: ["T-1"] }],
    ],
    [["task.delete", { id: "T-1" }]],
  ],
  [
    "is taken from another",
    [["task.create", { title: "x", assignee: "bob" }]],
    [["task.edit", { id: "T-1", assignee: "ANN" }]],
  ],
  ["gets its time", [["task.create", { title: "x", notBefore: "2030-01-01T00:00:20Z" }]], [20_000]],
  [
    "comes out of its rest",
    [
      ["task.create", { title: "x" }],
      ["task.claim", { id: "T-1", agent: "bob" }],
      ["task.release", { id: "T-1", agent: "bob", failed: true }],
    ],
    [30_000],
  ],
  [
    "loses its holder to the clock",
    [
      ["task.create", { title: "x" }],
      ["task.claim", { id: "T-1", agent: "bob", lease: "10s" }],
    ],
    [10_000, 30_000],
  ],
  [
    "is placed in doing",
    [["task.create", { title: "x", status: "blocked" }]],
    [["task.edit", { id: "T-1", status: "doing", assignee: "ann" }]],
  ],
  [
    "comes back from review",
    [
      ["task.create", { title: "x", reviewer: "rea", assignee: "ann", status: "doing" }],
      ["task.complete", { id: "T-1", agent: "ann" }],
    ],
    [["task.review", { id: "T-1", reviewer: "rea", decision: "request_changes" }]],
  ],
]
test.each(wakers)("waiting calls are woken when a task %s", async (_, before, then) => {
  const service = await given(...before)
  const all = await waitFor(service, ["task.next", {}], ["task.claimNext", { wait: "60s" }])
  expect(idsOf(all)).toEqual(["waits", "waits"])
  for (const step of then) {
    if (typeof step === "number") await service.pass(step)
    else await service.run(...step)
  }
  await settled(service)
  const { tasks } = await service.run("task.list", { assignee: "ann", status: "doing" })
  expect(idsOf(all)).toEqual([tasks[0].id, tasks[0].id])
})

test.each([
  ["tags", { tags: ["rust"] }, { tags: ["rust"] }],
  ["project", { project: "docs" }, { project: "docs" }],
])("who waits with a filter is woken when a task comes to match it by its %s", async (_, filter, patch) => {
  const service = await given(["task.create", { title: "x" }])
  const all = await waitFor(service, ["task.next", filter], ["task.claimNext", filter])
  await service.run("task.edit", { id: "T-1", ...patch })
  await settled(service)
  expect(idsOf(all)).toEqual(["T-1", "T-1"])
})

test("timers alone give waiting calls what becomes due", async () => {
  const service = await given(
    ["task.create", { title: "x" }],
    ["task.claim", { id: "T-1", agent: "bob", lease: "10s" }],
  )
  const [peek] = await waitFor(service, ["task.next", { wait: "60s" }])
  for (const ms of [10_000, 30_000]) {
    service.sleep(ms)
    await vi.advanceTimersByTimeAsync(ms)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await peek?.done
  expect(peek?.answer).toMatchObject({ task: { id: "T-1" } })
})

test("two waiting claims with one Idempotency-Key get one task and one answer", async () => {
  const service = await startService()
  const asker = { idempotencyKey: "k" }
  const all = await waitFor(service, ["task.claimNext", {}, asker], ["task.claimNext", {}, asker])
  await service.run("task.create", { title: "x" })
  await settled(service)
  expect(all[0]?.answer).toMatchObject({ task: { id: "T-1" }, lease: { epoch: 1 } })
  expect(all[1]?.answer).toEqual(all[0]?.answer)
})

test("when the server stops, waiting calls get null", async () => {
  const service = await startService()
  const all = await waitFor(service, ["task.next", {}], ["task.claimNext", {}])
  await service.restart()
  await Promise.all(all.map(({ done }) => done))
  expect(idsOf(all)).toEqual([null, null])
})

test.each(["task.next", "task.claimNext"])(
  "%s wakes when work that its agent holds becomes ready again, or comes into the project asked for",
  async (name) => {
    const service = await given(
      ["task.create", { title: "held" }],
      ["task.create", { title: "blocker", assignee: "bob" }],
      ["task.claim", { id: "T-1", agent: "ann" }],
      ["task.edit", { id: "T-1", blockedBy: ["T-2"] }],
    )
    const [first] = await waitFor(service, [name, { agent: "ann" }])
    expect(first?.answer).toBeUndefined()
    await service.run("task.edit", { id: "T-2", status: "done" })
    await first?.done
    expect(first?.answer?.task?.id).toBe("T-1")
    const [second] = await waitFor(service, [name, { agent: "ann", project: "docs" }])
    expect(second?.answer).toBeUndefined()
    await service.run("task.edit", { id: "T-1", project: "docs" })
    await second?.done
    expect(second?.answer?.task?.id).toBe("T-1")
  },
)
