import { describe, expect, test } from "vitest"
import {
  eventsOf,
  expectRefused,
  given,
  givenPolicy,
  problemsOf,
  type Service,
  type Step,
} from "../support/service.ts"

const read = async (service: Service, id = "T-1") => (await service.run("task.read", { id })).task
const create = (fields: Record<string, unknown> = {}): Step => ["task.create", { title: "x", ...fields }]
const claim: Step = ["task.claim", { id: "T-1", agent: "ann" }]
const minute = 60_000
const lease = 30 * minute
const iso = (time: number) => new Date(time).toISOString()
const typesOf = async (service: Service) => (await eventsOf(service)).map(({ type }) => type)

describe("any write by the holder renews the lease", () => {
  test.each<[string, Record<string, unknown>, string]>([
    ["task.heartbeat", { agent: "ANN" }, "by name"],
    ["task.heartbeat", {}, "by token"],
    ["task.comment", { author: "ann", content: "on it" }, "by name"],
    ["task.comment", { content: "on it" }, "by token"],
    ["task.edit", { title: "y" }, "by token"],
    ["task.edit", { title: "x" }, "by token, though it changes nothing"],
    ["task.reflect", { agent: "ann", content: "learned" }, "by name"],
    ["task.claim", { agent: "ann" }, "by name"],
  ])("%s with %j, %s", async (name, input, by) => {
    const service = await given(create())
    const { lease: granted } = await service.run("task.claim", { id: "T-1", agent: "ann" })
    await service.pass(20 * minute)
    await service.run(name, {
      id: "T-1",
      ...input,
      ...(by.startsWith("by token") && { leaseToken: granted.token }),
    })
    expect((await read(service)).lease.expiresAt).toBe(iso(service.now() + lease))
    await service.pass(lease - 1)
    expect(await read(service)).toMatchObject({ status: "doing" })
    await service.pass(1)
    expect(await read(service)).toMatchObject({ status: "todo", attempts: 0, expiries: 1 })
  })

  test.each<[string, Record<string, unknown>, object]>([
    ["task.comment", { author: "bob", content: "how far?" }, {}],
    ["task.edit", { priority: "P0" }, { actor: "bob" }],
    ["task.reflect", { agent: "bob", content: "learned" }, {}],
    ["task.next", { agent: "ann" }, {}],
  ])("%s with %j by anyone else, or a look, does not", async (name, input, asker) => {
    const service = await given(create(), claim)
    const before = await read(service)
    await service.pass(10 * minute)
    await service.run(name, name === "task.next" ? input : { id: "T-1", ...input }, asker)
    expect((await read(service)).lease).toMatchObject(before.lease)
  })

  test("a renewal adds the length that the claim set, and never shortens the lease", async () => {
    const service = await given(
      create(),
      ["task.claim", { id: "T-1", agent: "ann", lease: "2h" }],
      90 * minute,
    )
    await service.run("task.heartbeat", { id: "T-1", agent: "ann" })
    expect((await read(service)).lease.expiresAt).toBe(iso(service.now() + 120 * minute))
    await service.run("task.claim", { id: "T-1", agent: "ann", lease: "1m" })
    service.sleep(10 * minute)
    await service.run("task.heartbeat", { id: "T-1", agent: "ann" })
    expect((await read(service)).lease.expiresAt).toBe(iso(service.now() + 5 * minute))
  })

  test("a heartbeat answers with the lease", async () => {
    const service = await given(create(), claim, 1_000)
    expect(await service.run("task.heartbeat", { id: "T-1", agent: "ann" })).toEqual({
      lease: {
        ...{ holder: "ann", session: null, epoch: 1 },
        expiresAt: iso(service.now() + lease),
        heardAt: iso(service.now()),
      },
    })
  })

  test("a heartbeat for a task without a lease is refused", async () => {
    const service = await given(create({ assignee: "ann", status: "doing" }))
    await expectRefused(service, ["task.heartbeat", { id: "T-1", agent: "ann" }], "lease_lost")
  })

  test("an event warns when four fifths have passed, once for each renewal", async () => {
    const service = await given(create(), claim, 24 * minute - 1)
    expect(await typesOf(service)).not.toContain("lease.expiring")
    await service.pass(1)
    expect((await eventsOf(service)).at(-1)).toMatchObject({
      type: "lease.expiring",
      task: "T-1",
      agent: "ann",
    })
    await service.pass(5 * minute)
    expect((await typesOf(service)).filter((type) => type === "lease.expiring")).toHaveLength(1)
    await service.run("task.heartbeat", { id: "T-1", agent: "ann" })
    await service.pass(24 * minute)
    expect((await typesOf(service)).filter((type) => type === "lease.expiring")).toHaveLength(2)
  })
})

describe("a lease that runs out", () => {
  test("is settled before a query could see it, without any timer", async () => {
    const service = await given(create(), ["task.claim", { id: "T-1", agent: "ann", lease: "10s" }])
    service.sleep(10_000)
    expect(await read(service)).toMatchObject({
      status: "todo",
      lease: null,
      assignee: "unassigned",
      ready: false,
    })
  })

  test("is settled before a command that comes at that time, and the actor of this event is the server", async () => {
    const service = await given(create(), ["task.claim", { id: "T-1", agent: "ann", lease: "10s" }])
    service.sleep(10_000)
    await expectRefusedAfterSettling(service, ["task.heartbeat", { id: "T-1", agent: "ann" }], "lease_lost")
    for await (const { commands } of service.log.read(0)) {
      for (const { actor, events } of commands)
        if (events.some(({ type }) => type === "lease.expired")) expect(actor).toBe("upnext")
    }
    expect(await typesOf(service)).toContain("lease.expired")
  })

  test.each([
    ["unassigned", create(), "unassigned"],
    ["assigned to the agent", create({ assignee: "ann" }), "ann"],
  ])("gives a task back that was %s before the claim", async (_, step, assignee) => {
    for (const back of [lease, ["task.release", { id: "T-1", agent: "ann" }]] as const) {
      const service = await given(step, claim, back)
      expect(await read(service)).toMatchObject({ status: "todo", assignee, lease: null })
    }
  })

  test.each<[string, Step[]]>([
    ["created in doing", [create({ assignee: "ann", status: "doing" }), claim]],
    ["moved to doing", [create(), ["task.edit", { id: "T-1", status: "doing", assignee: "ann" }], claim]],
    [
      "reassigned while another did it",
      [
        create(),
        ["task.claim", { id: "T-1", agent: "bob" }],
        ["task.edit", { id: "T-1", assignee: "ann" }],
        claim,
      ],
    ],
  ])("gives a task that a person %s back to the assignee it had before the claim", async (_, steps) => {
    for (const back of [lease, ["task.release", { id: "T-1", agent: "ann" }]] as const) {
      const service = await given(...steps, back)
      expect(await read(service)).toMatchObject({ status: "todo", assignee: "ann", lease: null })
    }
  })

  test("counts apart from failed attempts and rests 30 s, doubled each time up to an hour", async () => {
    const service = await givenPolicy({ maxAttempts: 1, maxExpiries: 12 }, create())
    for (const [i, rest] of [0.5, 1, 2, 4, 8, 16, 32, 60, 60].entries()) {
      await service.run("task.claim", { id: "T-1", agent: "ann", lease: "10s" })
      await service.pass(10_000)
      expect(await read(service)).toMatchObject({ attempts: 0, expiries: i + 1, ready: false })
      await service.pass(rest * minute - 1)
      expect((await read(service)).ready).toBe(false)
      await service.pass(1)
      expect((await read(service)).ready).toBe(true)
    }
  })

  test("rests the task as long as a failure does after a failure, and the other way round", async () => {
    const fail: Step = ["task.release", { id: "T-1", agent: "ann", failed: true }]
    for (const ends of [
      [fail, lease],
      [lease, fail],
    ]) {
      const service = await given(create(), claim, ends[0] ?? fail, 30_000, claim, ends[1] ?? fail)
      expect(await read(service)).toMatchObject({ attempts: 1, expiries: 1, ready: false })
      await service.pass(minute - 1)
      expect(await read(service)).toMatchObject({ ready: false })
      await service.pass(1)
      expect(await read(service)).toMatchObject({ ready: true })
    }
  })

  test("says so while the task rests", async () => {
    const service = await given(create(), claim, lease)
    await expectRefused(service, claim, "task_not_ready", { status: "todo" })
    await expect(service.run(...claim)).rejects.toThrow("its claim expired; it retries at")
  })

  test("blocks the task the last time that is allowed, with a reason that says how often", async () => {
    const service = await givenPolicy({ maxExpiries: 2 }, create(), claim, lease, 30_000, claim, lease)
    expect(await read(service)).toMatchObject({
      status: "blocked",
      reason: "needs attention: its claim expired 2 times",
      attempts: 0,
      expiries: 2,
      lease: null,
    })
    await service.pass(60 * minute)
    expect(await read(service)).toMatchObject({ status: "blocked" })
    await service.run("task.edit", { id: "T-1", status: "todo" })
    expect(await read(service)).toMatchObject({ status: "todo", expiries: 0, ready: true, reason: null })
  })

  test("uses up no failed attempt, and the last failed attempt blocks however few leases ran out", async () => {
    const fail: Step = ["task.release", { id: "T-1", agent: "ann", failed: true, reason: "no luck" }]
    const policy = { maxAttempts: 1, maxExpiries: 3 }
    const service = await givenPolicy(policy, create(), claim, lease, 30_000, claim, lease)
    expect(await read(service)).toMatchObject({ status: "todo", attempts: 0, expiries: 2 })
    for (const step of [minute, claim, fail] as const)
      await (typeof step === "number" ? service.pass(step) : service.run(...step))
    expect(await read(service)).toMatchObject({
      status: "blocked",
      reason: "no luck",
      attempts: 1,
      expiries: 2,
    })
  })

  test("is forgotten when the task is reopened, and kept when blocked work is done", async () => {
    const service = await givenPolicy({ maxExpiries: 1 }, create(), claim, lease)
    await service.run("task.complete", { id: "T-1", agent: "ann" })
    expect(await read(service)).toMatchObject({ status: "done", expiries: 1 })
    await service.run("task.edit", { id: "T-1", status: "todo" })
    expect(await read(service)).toMatchObject({ status: "todo", expiries: 0 })
  })

  test("comes back with an undo", async () => {
    const service = await givenPolicy({ maxExpiries: 1 }, create(), claim, lease)
    await service.run("task.edit", { id: "T-1", status: "todo" }, { actor: "mira" })
    expect(await read(service)).toMatchObject({ status: "todo", expiries: 0 })
    await service.run("command.undo", { last: 1 }, { actor: "mira" })
    expect(await read(service)).toMatchObject({ status: "blocked", expiries: 1 })
  })
})

describe("a late holder", () => {
  test.each(["by token", "by name"])("whose task nobody has taken since may still finish, %s", async (by) => {
    const service = await given(create())
    const { lease: granted } = await service.run("task.claim", { id: "T-1", agent: "ann" })
    await service.pass(lease)
    expect(await read(service)).toMatchObject({ status: "todo", lease: null })
    await service.run("task.complete", {
      id: "T-1",
      ...(by === "by token" ? { leaseToken: granted.token } : { agent: "ANN" }),
    })
    expect(await read(service)).toMatchObject({ status: "done", assignee: "ann" })
  })

  test("may finish a task that was blocked after the last attempt, also after a person put it back to todo", async () => {
    const service = await givenPolicy({ maxExpiries: 1 }, create())
    const { lease: granted } = await service.run("task.claim", { id: "T-1", agent: "ann" })
    await service.pass(lease)
    await service.run("task.edit", { id: "T-1", status: "todo" })
    await service.run("task.complete", { id: "T-1", leaseToken: granted.token })
    expect(await read(service)).toMatchObject({ status: "done", assignee: "ann" })
  })

  test.each<[string, Step[]]>([
    ["another took", [30_000, ["task.claim", { id: "T-1", agent: "bob" }]]],
    ["it took itself anew", [30_000, claim]],
    ["a person moved to doing", [["task.edit", { id: "T-1", status: "doing", assignee: "bob" }]]],
    ["a person gave to another", [["task.edit", { id: "T-1", assignee: "bob" }]]],
    ["a person finished", [["task.edit", { id: "T-1", status: "done" }]]],
    [
      "a person cancelled and reopened",
      [
        ["task.edit", { id: "T-1", status: "cancelled" }],
        ["task.edit", { id: "T-1", status: "todo" }],
      ],
    ],
  ])("finds its token dead when its task is one that %s", async (_, since) => {
    const service = await given(create())
    const { lease: granted } = await service.run("task.claim", { id: "T-1", agent: "ann" })
    await service.pass(lease)
    for (const step of since) {
      if (typeof step === "number") await service.pass(step)
      else await service.run(...step)
    }
    await expectRefused(service, ["task.complete", { id: "T-1", leaseToken: granted.token }], "lease_lost")
  })

  test("may not give the task back or renew the lease", async () => {
    const service = await given(create())
    const { lease: granted } = await service.run("task.claim", { id: "T-1", agent: "ann" })
    await service.pass(lease)
    for (const name of ["task.release", "task.heartbeat"])
      await expectRefused(service, [name, { id: "T-1", leaseToken: granted.token }], "lease_lost")
  })

  test("must have held the lease: another agent may not finish the task", async () => {
    const service = await given(create(), claim, lease)
    await expectRefused(service, ["task.complete", { id: "T-1", agent: "bob" }], "invalid_transition")
  })
})

describe("fencing: a stale token is refused and changes nothing", () => {
  const writes: [string, Record<string, unknown>][] = [
    ["task.heartbeat", {}],
    ["task.release", {}],
    ["task.release", { failed: true, reason: "no" }],
    ["task.complete", { reflection: "learned", summary: "done" }],
    ["task.comment", { content: "late" }],
    ["task.reflect", { content: "late" }],
    ["task.edit", { title: "late" }],
    ["task.edit", { status: "done" }],
    ["task.edit", { assignee: "bob" }],
  ]
  test.each(writes)("%s with %j", async (name, input) => {
    const service = await given(create())
    const { lease: first } = await service.run("task.claim", { id: "T-1", agent: "ann" })
    await service.run("task.edit", { id: "T-1", status: "todo" })
    for (const [agent, holder] of [
      [undefined, null],
      ["bob", "bob"],
      ["ann", "ann"],
    ]) {
      if (agent !== undefined) {
        await service.run("task.edit", { id: "T-1", status: "cancelled" })
        await service.run("task.edit", { id: "T-1", status: "todo", assignee: "unassigned" })
        await service.run("task.claim", { id: "T-1", agent })
      }
      await expectRefused(service, [name, { id: "T-1", ...input, leaseToken: first.token }], "lease_lost", {
        holder,
      })
    }
  })
})

describe("a release", () => {
  test("that is voluntary costs no attempt", async () => {
    const service = await given(create(), claim, ["task.release", { id: "T-1", agent: "ann" }])
    expect(await read(service)).toMatchObject({
      status: "todo",
      assignee: "unassigned",
      attempts: 0,
      ready: true,
    })
  })

  test("of a failed attempt counts, makes the task rest, and at last blocks it for a person", async () => {
    const fail: Step = ["task.release", { id: "T-1", agent: "ann", failed: true, reason: "no compiler" }]
    const service = await given(create(), claim, fail)
    const backoffUntil = new Date(service.now() + 30_000).toISOString()
    expect(await read(service)).toMatchObject({ status: "todo", attempts: 1, ready: false, reason: null })
    expect(await read(service)).toMatchObject({ backoffUntil })
    for (const step of [30_000, claim, fail, 60_000, claim, fail] as Step[]) {
      if (typeof step === "number") await service.pass(step)
      else await service.run(...step)
    }
    expect(await read(service)).toMatchObject({ status: "blocked", attempts: 3, lease: null })
  })

  test("of a last failed attempt that gives no reason says that the task needs attention", async () => {
    const service = await givenPolicy({ maxAttempts: 1 }, create(), claim, [
      "task.release",
      { id: "T-1", agent: "ann", failed: true },
    ])
    expect(await read(service)).toMatchObject({ status: "blocked", reason: "needs attention" })
  })

  test("makes the token stale", async () => {
    const service = await given(create())
    const { lease: granted } = await service.run("task.claim", { id: "T-1", agent: "ann" })
    await service.run("task.release", { id: "T-1", leaseToken: granted.token })
    await expectRefused(service, ["task.complete", { id: "T-1", leaseToken: granted.token }], "lease_lost")
    expect(await service.run("task.claim", { id: "T-1", agent: "bob" })).toMatchObject({
      lease: { epoch: 3 },
    })
  })

  test.each(["task.release", "task.complete"])("%s by anyone but the holder is refused", async (name) => {
    const service = await given(create(), create(), claim)
    for (const input of [{ agent: "bob" }, {}])
      await expectRefused(service, [name, { id: "T-1", ...input }], "task_taken", {
        holder: "ann",
        expiresAt: iso(service.now() + lease),
      })
    await expectRefused(service, [name, { id: "T-2", agent: "bob" }], "invalid_transition", {
      status: "todo",
    })
  })

  test("of work that a person moved to doing is open only to its assignee, in any spelling", async () => {
    const service = await given(create({ assignee: "ann", status: "doing" }))
    await expectRefused(service, ["task.release", { id: "T-1", agent: "bob" }], "task_taken")
    await service.run("task.release", { id: "T-1", agent: "ANN" })
    expect(await read(service)).toMatchObject({ status: "todo", assignee: "ann" })
  })
})

describe("people may always take back", () => {
  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ["to todo", { status: "todo" }, { status: "todo", assignee: "unassigned" }],
    ["to blocked", { status: "blocked", reason: "wait" }, { status: "blocked", reason: "wait" }],
    ["to done", { status: "done" }, { status: "done" }],
    ["to cancelled", { status: "cancelled" }, { status: "cancelled" }],
    ["to another", { assignee: "bob" }, { status: "doing", assignee: "bob" }],
    [
      "back to the queue of who held it",
      { status: "todo", assignee: "ANN" },
      { status: "todo", assignee: "ann" },
    ],
    ["to another's queue", { status: "todo", assignee: "bob" }, { status: "todo", assignee: "bob" }],
  ])("a PATCH %s by anyone else revokes the lease and raises the epoch", async (_, patch, after) => {
    const service = await given(create())
    const { lease: granted } = await service.run("task.claim", { id: "T-1", agent: "ann" })
    await service.run("task.edit", { id: "T-1", ...patch }, { actor: "pat" })
    expect(await read(service)).toMatchObject({ ...after, lease: null })
    expect(service.board.tasks.get(1)?.epoch).toBeGreaterThan(1)
    await expectRefused(
      service,
      ["task.comment", { id: "T-1", content: "x", leaseToken: granted.token }],
      "lease_lost",
    )
    await service.pass(3 * lease)
    expect(await read(service)).toMatchObject({ ...after, attempts: 0 })
  })

  test("a PATCH of any other field keeps the lease", async () => {
    const service = await given(create(), claim)
    const before = await read(service)
    await service.run(
      "task.edit",
      { id: "T-1", title: "y", priority: "P0", metadata: { a: 1 }, reviewer: "rea" },
      { actor: "pat" },
    )
    expect((await read(service)).lease).toEqual(before.lease)
    expect(service.board.tasks.get(1)?.epoch).toBe(1)
  })

  test("the clock never takes back work that a person moved to doing, unless someone claims it", async () => {
    const service = await given(create({ assignee: "ann", status: "doing" }), create(), [
      "task.edit",
      { id: "T-2", status: "doing" },
      { actor: "ann" },
    ])
    service.sleep(400 * 24 * 60 * minute)
    await service.pass(lease)
    for (const id of ["T-1", "T-2"])
      expect(await read(service, id)).toMatchObject({ status: "doing", assignee: "ann", lease: null })
    await service.run("task.claim", { id: "T-1", agent: "ann" })
    await service.pass(lease)
    expect(await read(service)).toMatchObject({ status: "todo", attempts: 0, expiries: 1 })
  })
})

test("the holder's operations refuse a reserved name as agent", () => {
  for (const name of ["task.heartbeat", "task.release", "task.complete", "task.claim"])
    expect(problemsOf(name, { id: "T-1", agent: "unassigned" })).toEqual(["agent"])
})

/** Expects a refusal that comes after everything due was settled. */
async function expectRefusedAfterSettling(
  service: Service,
  [name, input]: Exclude<Step, number>,
  code: string,
) {
  await expect(service.run(name, input)).rejects.toMatchObject({ code })
}

describe("a repeated end of an attempt", () => {
  const ends: [name: string, input: Record<string, unknown>, status: string][] = [
    ["task.complete", { reflection: "r" }, "done"],
    ["task.release", { failed: true, reason: "no key" }, "todo"],
  ]

  test.each(ends)(
    "%s adds nothing and answers the same, by name and by token",
    async (name, input, status) => {
      const service = await given(create())
      const { lease: granted } = await service.run("task.claim", { id: "T-1", agent: "ann" })
      const first = await service.run(name, { id: "T-1", agent: "ann", ...input })
      expect(first).toMatchObject({ task: { status } })
      await service.run("task.comment", { id: "T-1", author: "bob", content: "seen" })
      const { length } = await eventsOf(service)
      for (const who of [
        { agent: "ANN" },
        { leaseToken: granted.token },
        { agent: "ann", leaseToken: granted.token },
      ]) {
        const { task } = await service.run(name, { id: "T-1", ...who, ...input })
        expect(task).toEqual({ ...first.task, commentCount: 1 })
      }
      expect(await eventsOf(service)).toHaveLength(length)
    },
  )

  test.each(ends)("%s is refused from anybody else", async (name, input) => {
    const service = await given(create(), claim)
    await service.run(name, { id: "T-1", agent: "ann", ...input })
    await expectRefused(service, [name, { id: "T-1", agent: "bob", ...input }], "invalid_transition")
    await expectRefused(
      service,
      [name, { id: "T-1", agent: "bob", leaseToken: "T-1.1.x", ...input }],
      "lease_lost",
    )
  })

  test.each<[string, [string, Record<string, unknown>]]>([
    ["an edit", ["task.edit", { id: "T-1", priority: "P0" }]],
    ["a review", ["task.review", { id: "T-1", reviewer: "rea", decision: "approve" }]],
  ])("is refused after %s: something has happened since", async (_, between) => {
    const service = await given(create({ reviewer: "rea" }), claim)
    await service.run("task.complete", { id: "T-1", agent: "ann", reflection: "r" })
    await service.run(...between)
    await expectRefused(service, ["task.complete", { id: "T-1", agent: "ann" }], "invalid_transition")
  })

  test("counts for one attempt only: a new claim needs a new end", async () => {
    const service = await given(create(), claim)
    await service.run("task.release", { id: "T-1", agent: "ann" })
    await service.run("task.claim", { id: "T-1", agent: "ann" })
    expect(await service.run("task.release", { id: "T-1", agent: "ann" })).toMatchObject({
      task: { status: "todo" },
    })
    expect(await service.run("task.claim", { id: "T-1", agent: "bob" })).toMatchObject({
      lease: { epoch: 5 },
    })
  })
})

describe("the end of another agent's live claim is noted", () => {
  const ended = "ann held T-1; the claim has ended"
  const byBob = { actor: "bob" }

  type Told = readonly [
    "task.edit" | "task.editMany" | "task.delete",
    Record<string, unknown>,
    { actor: string },
  ]

  test.each<[string, Told]>([
    ["cancel", ["task.edit", { id: "T-1", status: "cancelled" }, byBob]],
    ["finish", ["task.edit", { id: "T-1", status: "done" }, byBob]],
    ["block", ["task.edit", { id: "T-1", status: "blocked" }, byBob]],
    ["reassign", ["task.edit", { id: "T-1", assignee: "bob" }, byBob]],
    ["many", ["task.editMany", { ids: ["T-1"], changes: { status: "cancelled" } }, byBob]],
    ["delete", ["task.delete", { id: "T-1" }, byBob]],
    ["delete for good", ["task.delete", { id: "T-1", forGood: true }, byBob]],
  ])("%s", async (_, [operation, input, options]) => {
    const service = await given(create(), claim)
    expect((await service.run(operation, input, options)) as object).toMatchObject({ notes: [ended] })
  })

  test.each<[string, Step[], Told]>([
    ["one's own", [claim], ["task.edit", { id: "T-1", status: "cancelled" }, { actor: "Ann" }]],
    ["the holder's deletion", [claim], ["task.delete", { id: "T-1" }, { actor: "ann" }]],
    ["a claim that goes on", [claim], ["task.edit", { id: "T-1", priority: "P0" }, byBob]],
    ["a task that nobody holds", [], ["task.edit", { id: "T-1", status: "cancelled" }, byBob]],
    [
      "a task in the trash",
      [claim, ["task.delete", { id: "T-1" }]],
      ["task.delete", { id: "T-1", forGood: true }, byBob],
    ],
  ])("but not that of %s", async (_, steps, [operation, input, options]) => {
    const service = await given(create(), ...steps)
    const { notes } = (await service.run(operation, input, options)) as { notes?: string[] }
    expect(notes).toBeUndefined()
  })
})
