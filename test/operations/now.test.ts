import { describe, expect, test } from "vitest"
import { createRandom } from "../support/random.ts"
import { UpnextError } from "../../src/errors.ts"
import { given, givenPolicy, startService, type Service, type Step } from "../support/service.ts"

const minute = 60_000
const day = 24 * 60 * minute
const task = (fields: Record<string, unknown> = {}): Step => ["task.create", { title: "x", ...fields }]
const now = async (service: Service, agent?: string) => (await service.run("now.read", { agent })).now
const list = async (service: Service, filter: Record<string, unknown>) =>
  (await service.run("task.list", { limit: 500, ...filter })).tasks as {
    id: string
    stuck?: string[]
    silentAt?: string
    status: string
    ready: boolean
    assignee: string
    reviewer: string | null
    attempts: number
    expiries: number
    dueAt: string | null
  }[]
const ids = async (service: Service, filter: Record<string, unknown>) =>
  (await list(service, filter)).map(({ id }) => id)
const why = async (service: Service, id = "T-1") => (await service.run("task.read", { id })).task.stuck

describe("a task is stuck", () => {
  test("when its claim expired, until somebody takes it again", async () => {
    const service = await given(task(), ["task.claim", { id: "T-1", agent: "ann", lease: "10m" }])
    await service.pass(10 * minute - 1)
    expect(await why(service)).toBeUndefined()
    await service.pass(1)
    expect(await why(service)).toEqual(["lease_expired"])
    expect(await now(service)).toMatchObject({ stuck: 1, working: 0 })
    await service.pass(minute)
    await service.run("task.claim", { id: "T-1", agent: "bob" })
    expect(await why(service)).toBeUndefined()
    expect(await now(service)).toMatchObject({ stuck: 0, working: 1 })
  })

  test("not when nobody took up the changes that a review asked for", async () => {
    const service = await given(
      task({ reviewer: "rea" }),
      ["task.claim", { id: "T-1", agent: "ann" }],
      ["task.complete", { id: "T-1", agent: "ann" }],
      ["task.review", { id: "T-1", decision: "request_changes", comment: "more" }, { actor: "rea" }],
      60 * minute,
    )
    expect((await service.run("task.read", { id: "T-1" })).task.status).toBe("todo")
    expect(await why(service)).toBeUndefined()
  })

  test("when its attempts are used up, until somebody unblocks it", async () => {
    const fail = (agent: string): Step[] => [
      ["task.claim", { id: "T-1", agent }],
      ["task.release", { id: "T-1", agent, failed: true, reason: "no luck" }],
      5 * minute,
    ]
    const service = await given(task(), ...fail("ann"), ...fail("bob"))
    expect(await why(service)).toBeUndefined()
    for (const step of fail("cy")) if (typeof step !== "number") await service.run(step[0], step[1])
    expect(await why(service)).toEqual(["no_attempts_left"])
    await service.run("task.edit", { id: "T-1", status: "todo" })
    expect(await why(service)).toBeUndefined()
    // Blocked by hand, it has attempts left.
    await service.run("task.edit", { id: "T-1", status: "blocked", reason: "wait" })
    expect(await why(service)).toBeUndefined()
  })

  test("when its leases ran out too often, until somebody unblocks it", async () => {
    const service = await givenPolicy({ maxExpiries: 1 }, task(), ["task.claim", { id: "T-1", agent: "ann" }])
    await service.pass(60 * minute)
    expect(await why(service)).toEqual(["lease_expired", "expired_too_often"])
    await service.run("task.edit", { id: "T-1", status: "cancelled" })
    await service.run("task.edit", { id: "T-1", status: "todo" })
    expect(await why(service)).toBeUndefined()
    await service.run("task.edit", { id: "T-1", status: "blocked", reason: "wait" })
    expect(await why(service)).toBeUndefined()
  })

  test("when it is blocked and nobody has changed it or said a word for a day", async () => {
    const service = await given(task(), ["task.edit", { id: "T-1", status: "blocked", reason: "legal" }])
    await service.pass(day - 1)
    expect(await now(service)).toMatchObject({ stuck: 0 })
    await service.pass(1)
    expect(await now(service)).toMatchObject({ stuck: 1 })
    expect(await why(service)).toEqual(["silent"])
    await service.run("task.comment", { id: "T-1", author: "ann", content: "I asked" })
    expect(await now(service)).toMatchObject({ stuck: 0 })
    await service.pass(day - 1)
    await service.run("task.edit", { id: "T-1", priority: "P1" })
    await service.pass(day - 1)
    expect(await now(service)).toMatchObject({ stuck: 0 })
    await service.pass(1)
    expect(await now(service)).toMatchObject({ stuck: 1 })
  })

  test("silent at the moment that it names, which a comment or a change moves on and time alone does not", async () => {
    const service = await given(task(), ["task.edit", { id: "T-1", status: "blocked", reason: "legal" }])
    const told = async () => (await list(service, { compact: true }))[0]?.silentAt
    const dayFromNow = () => new Date(service.now() + day).toISOString()
    const first = dayFromNow()
    await service.pass(minute)
    expect(await told()).toBe(first)
    await service.run("task.comment", { id: "T-1", author: "ann", content: "I asked" })
    const second = dayFromNow()
    await service.pass(day - 1)
    expect([await told(), await why(service)]).toEqual([second, undefined])
    await service.pass(1)
    expect([await told(), await why(service)]).toEqual([second, ["silent"]])
    const { task: edited } = await service.run("task.edit", { id: "T-1", priority: "P1" })
    expect(edited.silentAt).toBe(dayFromNow())
  })

  test("silent at no moment while it is not blocked, so an answer does not name one", async () => {
    const service = await given(task())
    const names = async () => "silentAt" in JSON.parse(JSON.stringify(await list(service, {})))[0]
    expect(await names()).toBe(false)
    await service.run("task.edit", { id: "T-1", status: "blocked", reason: "legal" })
    expect(await names()).toBe(true)
    await service.run("task.edit", { id: "T-1", status: "cancelled" })
    expect(await names()).toBe(false)
  })

  test("when it is open and overdue", async () => {
    const service = await given(task())
    const dueAt = new Date(service.now() + 1000).toISOString()
    await service.run("task.edit", { id: "T-1", dueAt })
    await service.pass(1000)
    expect(await ids(service, { stuck: true })).toEqual([])
    await service.pass(1)
    expect(await ids(service, { stuck: true })).toEqual(["T-1"])
    expect(await why(service)).toEqual(["overdue"])
    await service.run("task.edit", { id: "T-1", status: "done" })
    expect(await ids(service, { stuck: true })).toEqual([])
    expect(await why(service)).toBeUndefined()
  })

  test("once, however many reasons there are", async () => {
    const service = await given(task(), ["task.claim", { id: "T-1", agent: "ann", lease: "1m" }], 2 * minute)
    const dueAt = new Date(service.now() - 1).toISOString()
    await service.run("task.edit", { id: "T-1", status: "blocked", reason: "?", dueAt })
    await service.pass(day)
    expect(await why(service)).toEqual(["lease_expired", "silent", "overdue"])
    expect(await now(service)).toMatchObject({ stuck: 1, needsYou: 1 })
  })
})

describe("the answer to a write says as much as a read of the task", () => {
  const late = () => new Date(Date.UTC(2020, 0, 1)).toISOString()
  const overdue = (fields: Record<string, unknown> = {}) => task({ dueAt: late(), ...fields })
  const claimed: Step[] = [overdue(), ["task.claim", { id: "T-1", agent: "ann" }]]
  const inReview: Step[] = [
    overdue({ reviewer: "rea" }),
    ["task.claim", { id: "T-1", agent: "ann" }],
    ["task.complete", { id: "T-1", agent: "ann" }],
  ]
  test.each<[name: string, before: Step[], input: Record<string, unknown>]>([
    ["task.create", [], { title: "x", dueAt: late() }],
    ["task.createMany", [], { tasks: [{ title: "x", dueAt: late() }] }],
    ["task.edit", [overdue()], { id: "T-1", priority: "P1" }],
    ["task.claim", [overdue()], { id: "T-1", agent: "ann" }],
    ["task.claimNext", [overdue()], { agent: "ann" }],
    ["task.check", [overdue({ done_criteria: ["it works"] })], { id: "T-1", criterion: "1" }],
    ["task.complete", [overdue({ reviewer: "rea" }), ...claimed.slice(1)], { id: "T-1", agent: "ann" }],
    ["task.release", claimed, { id: "T-1", agent: "ann" }],
    ["task.review", inReview, { id: "T-1", reviewer: "rea", decision: "request_changes" }],
    ["team.starter", [overdue({ tags: ["sample"] })], {}],
  ])("%s", async (name, before, input) => {
    const service = await given(...before)
    const asker = { idempotencyKey: "k-1" }
    const first = await service.run(name, input, asker)
    const shown = first.task ?? first.tasks[0]
    expect(shown).toEqual((await service.run("task.read", { id: "T-1" })).task)
    expect(shown.stuck).toEqual(["overdue"])
    await service.run("task.edit", { id: "T-1", dueAt: null })
    expect(await service.run(name, input, asker), "a repeat of the request").toEqual(first)
  })
})

describe("a task needs somebody", () => {
  test("once, whether by its review, by notices about it, or because it is blocked", async () => {
    const service = await given(
      ["agent.describe", { name: "Rea" }],
      task({ reviewer: "rea" }),
      ["task.claim", { id: "T-1", agent: "ann" }],
      ["task.complete", { id: "T-1", agent: "ann" }],
      ["task.comment", { id: "T-1", author: "ann", content: "@rea and @rea, look" }],
      ["task.create", { title: "y", status: "blocked" }],
      ["task.comment", { id: "T-2", author: "ann", content: "@rea why?" }],
      ["task.create", { title: "z" }],
      ["task.comment", { id: "T-3", author: "ann", content: "@rea once" }],
      ["task.comment", { id: "T-3", author: "ann", content: "@rea twice" }],
    )
    expect(await now(service, "REA")).toMatchObject({ needsYou: 3 })
    expect(await ids(service, { needs: "rea" })).toEqual(["T-1", "T-2", "T-3"])
    expect(await now(service, "ann")).toMatchObject({ needsYou: 1 })
    expect(await ids(service, { needs: "nobody known" })).toEqual(["T-2"])
    expect(await now(service)).toMatchObject({ needsYou: 1 })
    await service.run("inbox.ack", { name: "rea", seq: service.engine.seq })
    expect(await ids(service, { needs: "rea" })).toEqual(["T-1", "T-2"])
    await service.run("task.delete", { id: "T-2" })
    await service.run("task.review", { id: "T-1", decision: "approve" }, { actor: "rea" })
    expect(await now(service, "rea")).toMatchObject({ needsYou: 0 })
  })

  test("when it has failed twice, though it may be tried again", async () => {
    const service = await given(task())
    for (const agent of ["ann", "bob"]) {
      expect(await now(service)).toMatchObject({ needsYou: 0 })
      await service.run("task.claim", { id: "T-1", agent })
      await service.run("task.release", { id: "T-1", agent, failed: true, reason: "no luck" })
      await service.pass(5 * minute)
    }
    expect(await now(service)).toEqual({ working: 0, needsYou: 1, stuck: 0, ready: 1 })
  })
})

test("the ready tasks are listed in the order in which they are handed out", async () => {
  const service = await given(
    task({ priority: "P2" }),
    task({ priority: "P0", blockedBy: ["T-1"] }),
    task({ priority: "P3" }),
    task({ priority: "P1" }),
    task({ priority: "P1" }),
    ...["b", "a0", "a"].map((rank) => task({ priority: "P1", rank })),
  )
  const offered = await ids(service, { ready: true, status: "todo", sort: "priority" })
  expect(offered).toEqual(["T-8", "T-7", "T-6", "T-4", "T-5", "T-1", "T-3"])
  expect(await now(service)).toMatchObject({ ready: 7 })
  for (const id of offered)
    expect((await service.run("task.claimNext", { agent: `for ${id}` })).task.id).toBe(id)
  expect(await now(service)).toMatchObject({ ready: 0, working: 7 })
})

test("each number is the total of its list, at any moment of a random history, and over a restart", async () => {
  const random = createRandom(1411)
  const agents = ["Ann", "Bob", "Rea"]
  const service = await startService()
  for (const name of agents) await service.run("agent.describe", { name })
  const timeOf = (by: number) => new Date(service.now() + by).toISOString()
  for (let round = 0; round < 400; round++) {
    const id = `T-${1 + random.below(12)}`
    const agent = random.pick(agents)
    const [name, input] = random.pick<() => [string, Record<string, unknown>]>([
      () => ["task.create", { title: "x", reviewer: random.pick(["Rea", null]) }],
      () => ["task.edit", { id, dueAt: random.pick([null, timeOf(random.below(2 * day) - day / 2)]) }],
      () => ["task.edit", { id, status: random.pick(["todo", "doing", "blocked", "review", "done"]) }],
      () => ["task.claim", { id, agent, lease: random.pick(["1m", "2h"]) }],
      () => ["task.release", { id, agent, failed: random.chance(0.8), reason: "no luck" }],
      () => ["task.complete", { id, agent }],
      () => ["task.comment", { id, author: agent, content: random.pick(["hm", "@ann", "@rea @bob"]) }],
      () => ["inbox.ack", { name: agent, seq: random.below(service.engine.seq + 1) }],
      () => ["task.delete", { id }],
    ])()
    await service.run(name, input, { actor: agent }).catch((error: unknown) => {
      if (!(error instanceof UpnextError)) throw error
    })
    await service.pass(random.pick([0, 0, minute, 20 * minute, random.chance(0.1) ? day : 0]))
    if (round === 200) await service.restart()
    for (const name of agents) {
      const { working, needsYou, stuck, ready } = await now(service, name)
      const seed = `seed ${random.seed}, round ${round}`
      const all = await list(service, {})
      const inbox = (await service.run("inbox.list", { name, limit: 500 })).inbox as { task: string }[]
      const isInHand = ({ stuck, status, ready, assignee }: (typeof all)[number]) =>
        assignee !== name &&
        stuck?.every((why) =>
          why === "lease_expired"
            ? status === "todo"
            : why === "overdue" && (status === "doing" || (status === "todo" && ready)),
        )
      const needing = all.filter(
        (each) =>
          (each.stuck !== undefined && !isInHand(each)) ||
          each.status === "blocked" ||
          (["todo", "doing"].includes(each.status) && each.attempts + each.expiries >= 2) ||
          (each.status === "review" && each.reviewer === name) ||
          inbox.some((notice) => notice.task === each.id),
      )
      expect(needsYou, seed).toBe(needing.length)
      expect(await ids(service, { needs: name }), seed).toEqual(needing.map(({ id }) => id))
      expect(working, seed).toBe((await list(service, { status: "doing" })).length)
      expect(ready, seed).toBe(all.filter((each) => each.status === "todo" && each.ready).length)
      const standing = all.filter((each) => each.stuck !== undefined)
      expect(await ids(service, { stuck: true }), seed).toEqual(standing.map(({ id }) => id))
      expect(stuck, seed).toBe(standing.length)
      const late = await ids(service, { overdue: true })
      expect(
        late.every((each) => standing.some((one) => one.id === each)),
        seed,
      ).toBe(true)
    }
  }
})
