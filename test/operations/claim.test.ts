import { describe, expect, test } from "vitest"
import { expectRefused, given, givenPolicy, problemsOf, type Service, type Step } from "../support/service.ts"

const read = async (service: Service, id = "T-1") => (await service.run("task.read", { id })).task
const create = (fields: Record<string, unknown> = {}): Step => ["task.create", { title: "x", ...fields }]
const minute = 60_000
const iso = (time: number) => new Date(time).toISOString()

describe("a claim", () => {
  test("by each of N agents gives M ready tasks to M distinct winners, and null to the rest", async () => {
    const service = await given(...Array.from({ length: 10 }, () => create()))
    const claims = Array.from({ length: 25 }, (_, i) =>
      service.run("task.claimNext", { agent: `agent ${i}` }),
    )
    const won = (await Promise.all(claims)).map(({ task }) => task?.id as string | undefined)
    expect(new Set(won.filter((id) => id !== undefined)).size).toBe(10)
    expect(won.filter((id) => id === undefined)).toHaveLength(15)
  })

  test("takes the task to doing, for the agent, with a lease and a token of task and epoch", async () => {
    const service = await given(create(), 1_000)
    const { task, lease } = await service.run("task.claim", { id: "t-1", agent: "Ann" })
    const expiresAt = iso(service.now() + 30 * minute)
    expect(task).toMatchObject({
      ...{ id: "T-1", status: "doing", assignee: "Ann", version: 2, startedAt: iso(service.now()) },
      lease: { holder: "Ann", expiresAt },
    })
    expect(lease).toEqual({ token: expect.stringMatching(/^T-1\.1\.\w+$/) as string, epoch: 1, expiresAt })
    expect(JSON.stringify(await read(service))).not.toContain(lease.token)
  })

  test("makes the agent known", async () => {
    const service = await given(create(), ["task.claimNext", { agent: "Ann" }])
    expect(await service.run("agent.list")).toMatchObject({
      agents: [{ name: "Ann", kind: "agent" }],
      total: 1,
    })
  })

  test("resumes the agent's task in doing under a new epoch and token, and the old token is no longer valid", async () => {
    const service = await given(create({ priority: "P3" }))
    const first = await service.run("task.claimNext", { agent: "ann" })
    await service.run("task.create", { title: "urgent", priority: "P0" })
    await service.pass(minute)
    const second = await service.run("task.claimNext", { agent: "ANN" })
    expect(second).toMatchObject({ task: { id: "T-1", assignee: "ann" }, lease: { epoch: 2 } })
    expect(second.task.startedAt).toBe(first.task.startedAt)
    expect(second.lease.expiresAt).toBe(iso(service.now() + 30 * minute))
    await expectRefused(
      service,
      ["task.complete", { id: "T-1", leaseToken: first.lease.token }],
      "lease_lost",
      { holder: "ann" },
    )
    await service.run("task.complete", { id: "T-1", leaseToken: second.lease.token })
  })

  test("of its own task by the same agent keeps the assignee from before the first claim", async () => {
    const service = await given(
      create(),
      ["task.claimNext", { agent: "ann" }],
      ["task.claimNext", { agent: "ann" }],
    )
    await service.run("task.release", { id: "T-1", agent: "ann" })
    expect(await read(service)).toMatchObject({ assignee: "unassigned" })
  })

  test("by another agent is refused, naming the holder and the end of the lease", async () => {
    const service = await given(create(), ["task.claim", { id: "T-1", agent: "ann" }])
    await expectRefused(service, ["task.claim", { id: "T-1", agent: "bob" }], "task_taken", {
      holder: "ann",
      expiresAt: iso(service.now() + 30 * minute),
    })
    await expectRefused(service, ["task.claim", { id: "T-1", agent: "bob", takeOver: true }], "task_taken")
  })

  test("of a task that is assigned to another is refused", async () => {
    const service = await given(create({ assignee: "ann" }), create({ assignee: "ann", status: "doing" }))
    await expectRefused(service, ["task.claim", { id: "T-1", agent: "bob" }], "task_taken", {
      holder: "ann",
      expiresAt: null,
    })
    await expectRefused(service, ["task.claim", { id: "T-2", agent: "bob" }], "task_taken", {
      holder: "ann",
      expiresAt: null,
    })
  })

  test.each<[string, Step[], Record<string, unknown>]>([
    ["that waits for a blocker", [create({ blockedBy: ["T-1"] })], { blockedBy: ["T-1"] }],
    [
      "that waits for its notBefore",
      [create({ notBefore: "2030-01-02T00:00:00Z" })],
      { readyAt: "2030-01-02T00:00:00.000Z" },
    ],
    [
      "that rests after a failed attempt",
      [
        create(),
        ["task.claim", { id: "T-2", agent: "bob" }],
        ["task.release", { id: "T-2", agent: "bob", failed: true }],
      ],
      { readyAt: "2030-01-01T00:00:30.000Z" },
    ],
    ["that is blocked", [create({ status: "blocked" })], { status: "blocked" }],
    ["that is done", [create(), ["task.edit", { id: "T-2", status: "done" }]], { status: "done" }],
    [
      "that is cancelled",
      [create(), ["task.edit", { id: "T-2", status: "cancelled" }]],
      { status: "cancelled" },
    ],
    [
      "that is in review",
      [
        create({ reviewer: "rea" }),
        ["task.claim", { id: "T-2", agent: "ann" }],
        ["task.complete", { id: "T-2", agent: "ann" }],
      ],
      { status: "review" },
    ],
  ])("of a task %s is refused, and what holds it is named", async (_, steps, more) => {
    const service = await given(create(), ...steps)
    await expectRefused(service, ["task.claim", { id: "T-2", agent: "ann" }], "task_not_ready", more)
  })
})

describe("the refusal of a claim says why the task is not ready", () => {
  const failed: Step[] = [
    ["task.claim", { id: "T-1", agent: "bob" }],
    ["task.release", { id: "T-1", agent: "bob", failed: true }],
  ]
  test.each<[string, Step[], string]>([
    [
      "scheduled",
      [create({ notBefore: "2030-01-02T00:00:00Z" })],
      "it cannot be started before 2030-01-02 00:00:00 UTC.",
    ],
    ["resting", [create(), ...failed], "its last attempt failed; it retries at 2030-01-01 00:00:30 UTC."],
    [
      "scheduled for after its rest",
      [create(), ...failed, ["task.edit", { id: "T-1", notBefore: "2030-01-01T00:00:31Z" }]],
      "it cannot be started before 2030-01-01 00:00:31 UTC.",
    ],
    [
      "resting for longer than it is scheduled",
      [create(), ...failed, ["task.edit", { id: "T-1", notBefore: "2030-01-01T00:00:29Z" }]],
      "its last attempt failed; it retries at 2030-01-01 00:00:30 UTC.",
    ],
  ])("%s, in the words of the explanation", async (_, steps, why) => {
    const service = await given(...steps)
    await expect(service.run("task.claim", { id: "T-1", agent: "ann" })).rejects.toThrow(
      `T-1 is not ready: ${why}`,
    )
    const { explain } = await service.run("task.next", { agent: "ann", explain: true })
    expect(explain?.passedOver[0]?.detail.toLowerCase()).toBe(why.toLowerCase())
  })
})

describe("the length of a lease", () => {
  const claimed = async (fields: object, asked: object, policy = {}) => {
    const service = await givenPolicy(policy, create({ ...fields }))
    const { lease } = await service.run("task.claim", { id: "T-1", agent: "ann", ...asked })
    return lease.expiresAt === null ? null : (Date.parse(lease.expiresAt as string) - service.now()) / minute
  }
  test.each<[string, object, object, number | null]>([
    ["is 30 minutes by default", {}, {}, 30],
    ["is twice the eta where that is more", { eta: "2h" }, {}, 240],
    ["is twice the eta also over 7 days", { eta: "~1w" }, {}, 2 * 7 * 24 * 60],
    ["is not twice the eta where that is less", { eta: "10m" }, {}, 30],
    ["is what the claim asks for, over the eta", { eta: "2h" }, { lease: "10m" }, 10],
    ["is a second at least", {}, { lease: "1s" }, 1 / 60],
    ["is 7 days at most", {}, { lease: "7d" }, 7 * 24 * 60],
    ["has no end where the claim says off", { eta: "2h" }, { lease: "off" }, null],
  ])("%s", async (_, fields, asked, minutes) => {
    expect(await claimed(fields, asked)).toBe(minutes)
  })

  test("follows the setting of the server", async () => {
    expect(await claimed({}, {}, { lease: 5 * minute })).toBe(5)
    expect(await claimed({ eta: "5m" }, {}, { lease: 5 * minute })).toBe(10)
  })

  test.each(["0s", "999ms", "8d", "1w1s", "never", "", 60])("%j is refused", (lease) => {
    expect(problemsOf("task.claim", { id: "T-1", agent: "ann", lease })).toEqual(["lease"])
    expect(problemsOf("task.claimNext", { agent: "ann", lease })).toEqual(["lease"])
  })

  test("without an end the clock never takes the task", async () => {
    const service = await given(create(), ["task.claim", { id: "T-1", agent: "ann", lease: "off" }])
    service.sleep(400 * 24 * 60 * minute)
    await service.engine.tick()
    expect(await read(service)).toMatchObject({ status: "doing", lease: { holder: "ann", expiresAt: null } })
    expect(await service.run("task.heartbeat", { id: "T-1", agent: "ann" })).toEqual({
      lease: { holder: "ann", session: null, epoch: 1, expiresAt: null, heardAt: iso(service.now()) },
    })
  })
})

describe("sessions tell apart two processes of one name", () => {
  const held = () => given(create(), ["task.claim", { id: "T-1", agent: "ann", session: "s1" }])

  test("a live lease with a session is not peeked, resumed or taken by another session", async () => {
    const service = await held()
    const nothing = {
      task: null,
      held: {
        ...{ task: "T-1", session: "s1", silent: false },
        expiresAt: iso(service.now() + 30 * minute),
        heardAt: iso(service.now()),
      },
    }
    expect(await service.run("task.next", { agent: "ANN", session: "s2" })).toEqual(nothing)
    for (const asked of [{ session: "s2" }, {}]) {
      expect(await service.run("task.claimNext", { agent: "ANN", ...asked })).toEqual(nothing)
      await expectRefused(service, ["task.claim", { id: "T-1", agent: "ANN", ...asked }], "task_taken", {
        holder: "ann",
        expiresAt: iso(service.now() + 30 * minute),
      })
    }
  })

  test("a peek without a session follows the rule of the spec, by name", async () => {
    const service = await held()
    expect(await service.run("task.next", { agent: "ann" })).toMatchObject({ task: { id: "T-1" } })
  })

  test("its own session peeks, resumes and claims it", async () => {
    const service = await held()
    expect(await service.run("task.next", { agent: "ann", session: "s1" })).toMatchObject({
      task: { id: "T-1" },
    })
    expect(await service.run("task.claimNext", { agent: "ann", session: "s1" })).toMatchObject({
      lease: { epoch: 2 },
    })
    expect(await service.run("task.claim", { id: "T-1", agent: "ann", session: "s1" })).toMatchObject({
      lease: { epoch: 3 },
    })
  })

  test.each([["task.claim"], ["task.claimNext"]])(
    "takeOver means it: %s takes it from the other session",
    async (name) => {
      const service = await held()
      const input = {
        ...(name === "task.claim" && { id: "T-1" }),
        agent: "ann",
        session: "s2",
        takeOver: true,
      }
      expect(await service.run(name, input)).toMatchObject({ task: { id: "T-1" }, lease: { epoch: 2 } })
      await expectRefused(
        service,
        ["task.complete", { id: "T-1", agent: "ann", session: "s1" }],
        "task_taken",
      )
      await service.run("task.complete", { id: "T-1", agent: "ann", session: "s2" })
    },
  )

  test.each(["task.heartbeat", "task.release", "task.complete"])(
    "%s by name needs the session of the lease; the token alone will do",
    async (name) => {
      const service = await given(create())
      const { lease } = await service.run("task.claim", { id: "T-1", agent: "ann", session: "s1" })
      for (const asked of [{}, { session: "s2" }])
        await expectRefused(service, [name, { id: "T-1", agent: "ann", ...asked }], "task_taken")
      await service.run(name, { id: "T-1", leaseToken: lease.token })
    },
  )

  test("work in doing without a live lease is open to every session of that name", async () => {
    const service = await held()
    await service.run("task.edit", { id: "T-1", status: "todo" })
    await service.run("task.edit", { id: "T-1", status: "doing", assignee: "ann" })
    expect(await service.run("task.claimNext", { agent: "ann", session: "s2" })).toMatchObject({
      task: { id: "T-1" },
    })
  })

  test("two sessions of one name race for one task: one wins, the other gets null", async () => {
    const service = await given(create())
    const answers = await Promise.all(
      ["s1", "s2", "s3"].map((session) => service.run("task.claimNext", { agent: "ann", session })),
    )
    expect(answers.filter(({ task }) => task !== null)).toHaveLength(1)
  })
})

describe("a session that is given nothing is told what another session of its name holds", () => {
  const held = () => given(create(), ["task.claim", { id: "T-1", agent: "ann", session: "s1" }])
  const other = { agent: "ann", session: "s2" }

  test.each(["task.next", "task.claimNext"])("%s names it and when its lease ends", async (name) => {
    const service = await held()
    const expiresAt = iso(service.now() + 30 * minute)
    const heardAt = iso(service.now())
    expect(await service.run(name, other)).toEqual({
      task: null,
      held: { task: "T-1", session: "s1", expiresAt, heardAt, silent: false },
    })
  })

  test.each(["task.next", "task.claimNext"])(
    "%s says that it is silent when its holder has not written for ten minutes, and no longer when it has",
    async (name) => {
      const service = await held()
      const heard = async () => (await service.run(name, other)).held
      await service.pass(10 * minute - 1)
      expect(await heard()).toMatchObject({ silent: false })
      await service.pass(1)
      const heardAt = iso(service.now() - 10 * minute)
      expect(await heard()).toMatchObject({ silent: true, heardAt })
      await expectRefused(service, ["task.claim", { id: "T-1", ...other }], "task_taken", {
        ...{ otherSession: true, silent: true, heardAt },
      })
      await service.run("task.comment", { id: "T-1", author: "ann", session: "s1", content: "hm" })
      expect(await heard()).toMatchObject({ silent: false, heardAt: iso(service.now()) })
      await expectRefused(service, ["task.claim", { id: "T-1", ...other }], "task_taken", { silent: false })
    },
  )

  test("a holder without an end to its lease is heard of by its heartbeats too", async () => {
    const service = await given(create(), [
      "task.claim",
      { id: "T-1", agent: "ann", session: "s1", lease: "off" },
    ])
    await service.pass(30 * minute)
    await service.run("task.heartbeat", { id: "T-1", agent: "ann", session: "s1" })
    expect((await service.run("task.claimNext", other)).held).toMatchObject({
      ...{ silent: false, expiresAt: null, heardAt: iso(service.now()) },
    })
  })

  test.each(["task.next", "task.claimNext"])(
    "%s says nothing of it to another name, to one that is paused, or where something else is ready",
    async (name) => {
      const service = await held()
      expect(await service.run(name, { agent: "bo", session: "s2" })).toEqual({ task: null })
      expect(await service.run(name, { ...other, project: "other" })).toEqual({ task: null })
      await service.run("agent.pause", { name: "ann" })
      expect(await service.run(name, other)).not.toHaveProperty("held")
      await service.run("agent.resume", { name: "ann" })
      await service.run("task.create", { title: "another" })
      const answer = await service.run(name, other)
      expect(answer).toMatchObject({ task: { id: "T-2" } })
      expect(answer).not.toHaveProperty("held")
    },
  )

  test("a request that waited is not told, because it may be over by then", async () => {
    const service = await held()
    expect(await service.run("task.next", { ...other, wait: "1s" })).toEqual({ task: null })
    expect(await service.run("task.claimNext", { ...other, wait: "1s" })).toEqual({ task: null })
  })

  test("a peek without a session is answered by the name alone, as the spec says", async () => {
    const service = await given(create(), ["task.claim", { id: "T-1", agent: "bo", session: "s1" }])
    expect(await service.run("task.next", { agent: "ann" })).toEqual({ task: null })
  })
})

describe("a claim that resumes what was claimed without a session less than a minute ago says so", () => {
  const claims: [string, Record<string, unknown>][] = [
    ["task.claim", { id: "T-1" }],
    ["task.claimNext", {}],
  ]
  const held = (session?: string) => given(create(), ["task.claim", { id: "T-1", agent: "ann", session }])

  test.each(claims)("%s, without a session or with one", async (name, input) => {
    for (const session of [undefined, "s1"]) {
      const service = await held()
      const claimedBefore = iso(service.now())
      await service.pass(minute - 1)
      const answer = await service.run(name, { ...input, agent: "ann", session })
      expect(answer).toMatchObject({ task: { id: "T-1" }, claimedBefore })
    }
  })

  test.each(claims)(
    "%s says nothing of an older claim, of its own session's, of a first one, or where it means to take over",
    async (name, input) => {
      const first = await given(create())
      expect(await first.run(name, { ...input, agent: "ann" })).not.toHaveProperty("claimedBefore")
      const meant = { ...input, agent: "ann", takeOver: true }
      expect(await first.run(name, meant)).not.toHaveProperty("claimedBefore")
      const old = await held()
      await old.pass(minute)
      expect(await old.run(name, { ...input, agent: "ann" })).not.toHaveProperty("claimedBefore")
      const own = await held("s1")
      expect(await own.run(name, { ...input, agent: "ann", session: "s1" })).not.toHaveProperty(
        "claimedBefore",
      )
    },
  )
})

describe("a session that a terminal gave is loose", () => {
  const [here, there] = ["terminal:1", "terminal:2"]
  const held = (session: string | undefined) =>
    given(create(), ["task.claim", { id: "T-1", agent: "ann", session }])

  // What `session` may do with a task that ann claimed from `holder`.
  test.each<[holder: string | undefined, session: string | undefined, given: boolean, writes: boolean]>([
    [here, here, true, true],
    [here, there, false, true],
    [here, "s2", false, true],
    [here, undefined, false, true],
    ["s1", there, false, false],
    ["s1", "s2", false, false],
    ["s1", undefined, false, false],
    [undefined, there, true, true],
    [undefined, "s2", true, true],
  ])(
    "held from %s, asked from %s: given again %s, written to %s",
    async (holder, session, isGiven, writes) => {
      const asked = { agent: "ann", session }
      const claiming = await held(holder)
      const { task } = await claiming.run("task.claimNext", asked)
      expect(task?.id).toBe(isGiven ? "T-1" : undefined)
      const byId = await held(holder)
      const claim: [string, Record<string, unknown>] = ["task.claim", { id: "T-1", ...asked }]
      if (isGiven) await byId.run(...claim)
      else await expectRefused(byId, claim, "task_taken", { otherSession: true })
      const peeking = await held(holder)
      const peeked = await peeking.run("task.next", asked)
      expect(peeked.task?.id).toBe(isGiven || session === undefined ? "T-1" : undefined)

      for (const verb of ["heartbeat", "release", "complete"]) {
        const service = await held(holder)
        const write: [string, Record<string, unknown>] = [`task.${verb}`, { id: "T-1", ...asked }]
        if (writes) await service.run(...write)
        else await expectRefused(service, write, "task_taken", { otherSession: true })
      }
      const talking = await held(holder)
      talking.sleep(minute)
      await talking.run("task.comment", { id: "T-1", content: "hm", author: "ann", session })
      const renewed = iso(talking.now() + 30 * minute)
      expect((await read(talking)).lease?.expiresAt === renewed, "a comment renews").toBe(writes)
    },
  )

  test("two terminals of one name get two tasks, and each may finish the other's", async () => {
    const service = await given(create(), create())
    const first = await service.run("task.claimNext", { agent: "ann", session: here })
    const second = await service.run("task.claimNext", { agent: "ann", session: there })
    expect([first.task?.id, second.task?.id]).toEqual(["T-1", "T-2"])
    await service.run("task.complete", { id: "T-1", agent: "ann", session: there })
    await service.run("task.complete", { id: "T-2", agent: "ann", session: here })
  })

  test("a holder that is late may finish from another terminal", async () => {
    const service = await held(here)
    service.sleep(31 * minute)
    await service.run("task.complete", { id: "T-1", agent: "ann", session: there })
  })

  test("the name still decides: another agent writes to it no more than before", async () => {
    const service = await held(here)
    await expectRefused(service, ["task.complete", { id: "T-1", agent: "bo", session: here }], "task_taken")
  })
})

describe("who acts", () => {
  test("a valid token says who acts where nothing else does", async () => {
    const service = await given(create({ reviewer: "rea" }))
    const { lease } = await service.run("task.claim", { id: "T-1", agent: "Ann" })
    const said = await service.run("task.comment", { id: "T-1", content: "hm", leaseToken: lease.token })
    expect(said.comment.author).toBe("Ann")
    await service.run("task.complete", { id: "T-1", leaseToken: lease.token })
    await expectRefused(
      service,
      ["task.review", { id: "T-1", reviewer: "ANN", decision: "approve" }],
      "review_required",
    )
  })

  test("a token of one agent does not serve another", async () => {
    const service = await given(create())
    const { lease } = await service.run("task.claim", { id: "T-1", agent: "ann" })
    await expectRefused(
      service,
      ["task.complete", { id: "T-1", agent: "bob", leaseToken: lease.token }],
      "actor_mismatch",
    )
    await expectRefused(
      service,
      ["task.edit", { id: "T-1", title: "y", leaseToken: lease.token }, { actor: "bob" }],
      "actor_mismatch",
    )
  })

  test("a token of another task or of another server is refused", async () => {
    const service = await given(create(), create())
    const { lease } = await service.run("task.claim", { id: "T-1", agent: "ann" })
    await service.run("task.claim", { id: "T-2", agent: "ann" })
    await expectRefused(service, ["task.complete", { id: "T-2", leaseToken: lease.token }], "lease_lost")
    await expectRefused(service, ["task.complete", { id: "T-1", leaseToken: "T-1.1.0000" }], "lease_lost")
    await expectRefused(service, ["task.complete", { id: "T-1", agent: "ann", leaseToken: "" }], "lease_lost")
  })
})
