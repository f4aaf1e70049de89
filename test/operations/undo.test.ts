import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { operations } from "../../src/operations/index.ts"
import { createRandom, type Random } from "../support/random.ts"
import {
  dump,
  eventsOf,
  expectRefused,
  given,
  startService,
  type Service,
  type Step,
} from "../support/service.ts"
import { createSharedMemory } from "../support/shared-memory.ts"

type Call = Exclude<Step, number>
const byAnn = { actor: "ann" }
const byBob = { actor: "bob" }
const create = (fields: object = {}): Call => ["task.create", { title: "a task", ...fields }, byAnn]
const edit = (id: string, fields: object, asker = byAnn): Call => ["task.edit", { id, ...fields }, asker]
const undo = (input: object = {}, asker = byAnn): Call => ["command.undo", { ...input }, asker]
const redo = (asker = byAnn): Call => ["command.redo", {}, asker]
const claim: Call = ["task.claim", { id: "T-1", agent: "bob" }]
const complete: Call = ["task.complete", { id: "T-1", agent: "bob", summary: "made" }]
const review = (decision: string): Call => ["task.review", { id: "T-1", reviewer: "ann", decision }]
const inReview = [create({ reviewer: "ann" }), claim, complete]

/** What an undo leaves: counts and times of the record, a lease, and what was said. */
const left = ["version", "updatedAt", "lease", "attemptStartedAt", "commentCount"]
const omit = (task: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(task).filter(([field]) => !left.includes(field)))

/** What each task, pause and inbox is, but for what any change raises. */
async function boardOf(service: Service) {
  const { tasks } = await service.run("task.list", { limit: 500, sort: "created" })
  const { agents } = await service.run("agent.list", { limit: 500 })
  const pauseOf = (pause: { until: unknown; reason: unknown } | null) => pause && [pause.until, pause.reason]
  const inboxes: unknown[] = []
  for (const { name } of agents)
    inboxes.push(
      (await service.run("inbox.list", { name })).inbox.filter(
        ({ kind }: { kind: string }) => kind === "mention",
      ),
    )
  return {
    tasks: tasks.map((task: Record<string, unknown>) => omit(task)),
    pauses: agents.map(({ name, paused }: { name: string; paused: never }) => [name, pauseOf(paused)]),
    team: service.board.counters.teamPause?.reason ?? null,
    inboxes,
  }
}

describe("a command is taken back whole, and the undo too", () => {
  const notice: Call = ["task.comment", { id: "T-1", content: "look @ann" }, byBob]
  const cases: [string, Call[], Call][] = [
    ["create", [], create({ tags: ["a"] })],
    [
      "create a batch",
      [],
      [
        "task.createMany",
        {
          tasks: [
            { ref: "a", title: "a" },
            { title: "b", parent: "#a" },
          ],
        },
        byAnn,
      ],
    ],
    [
      "edit",
      [create(), create()],
      edit("T-1", { title: "b", tags: ["x"], blockedBy: ["T-2"], metadata: { a: 1 } }),
    ],
    [
      "edit the criteria, with what was met",
      [create({ done_criteria: ["dry"] }), ["task.check", { id: "T-1", criterion: "dry", agent: "bob" }]],
      edit("T-1", { done_criteria: ["wet"] }),
    ],
    [
      "edit several, of which one is refused",
      [create(), create({ reviewer: "bob" }), create({ blockedBy: ["T-1"] })],
      [
        "task.editMany",
        { ids: ["T-1", "T-2", "T-3", "T-9"], changes: { blockedBy: ["T-2"], reviewer: "ann", tags: ["x"] } },
        byAnn,
      ],
    ],
    [
      "move several, with the lease of one",
      [create(), create(), claim],
      ["task.editMany", { ids: ["T-1", "T-2"], changes: { status: "cancelled" } }, byAnn],
    ],
    ["check", [create({ done_criteria: ["dry"] })], ["task.check", { id: "T-1", criterion: "dry" }, byAnn]],
    ["delete", [create(), create({ parent: "T-1" })], ["task.delete", { id: "T-1" }, byAnn]],
    ["restore", [create(), ["task.delete", { id: "T-1" }, byBob]], ["task.restore", { id: "T-1" }, byAnn]],
    ["block", [create()], edit("T-1", { status: "blocked", reason: "why" })],
    [
      "unblock after failures",
      [
        create(),
        claim,
        ["task.release", { id: "T-1", agent: "bob", failed: true, reason: "no" }],
        edit("T-1", { status: "blocked", reason: "x" }, byBob),
      ],
      edit("T-1", { status: "todo" }),
    ],
    ["cancel", [create()], edit("T-1", { status: "cancelled" })],
    ["reopen", [create(), edit("T-1", { status: "cancelled" }, byBob)], edit("T-1", { status: "todo" })],
    ["approve", inReview, review("approve")],
    [
      "approve with words",
      inReview,
      ["task.review", { id: "T-1", reviewer: "ann", decision: "approve", comment: "good" }],
    ],
    ["request changes", inReview, review("request_changes")],
    [
      "pause an agent",
      [create({ assignee: "bob" })],
      ["agent.pause", { name: "bob", reason: "rest" }, byAnn],
    ],
    [
      "resume an agent",
      [["agent.pause", { name: "bob", reason: "rest" }, byBob]],
      ["agent.resume", { name: "bob" }, byAnn],
    ],
    ["pause the team", [create()], ["team.pause", { reason: "rest" }, byAnn]],
    ["resume the team", [["team.pause", { reason: "rest" }, byBob]], ["team.resume", {}, byAnn]],
    ["mark as read", [create({ assignee: "ann" }), notice, notice], ["inbox.ack", { name: "ann", seq: 4 }]],
  ]
  test.each(cases)("%s", async (_, steps, command) => {
    const service = await given(
      ["agent.heartbeat", { name: "ann" }],
      ["agent.heartbeat", { name: "bob" }],
      ...steps,
    )
    const before = await boardOf(service)
    await service.run(...command)
    const after = await boardOf(service)
    const { seq } = service.engine
    expect(after).not.toEqual(before)
    await service.restart()
    expect((await service.run(...undo())).commands).toHaveLength(1)
    expect(await boardOf(service)).toEqual(before)
    await service.restart()
    await service.run(...redo())
    expect(await boardOf(service)).toEqual(after)
    await expectRefused(service, redo(), "nothing_to_undo")
    await service.run(...undo())
    expect(await boardOf(service)).toEqual(before)
    expect(service.engine.seq).toBeGreaterThan(seq + 2)
  })
})

describe("what was changed since stands in the way, and nothing is taken back", () => {
  const blocked: [string, Call[], Call[], Record<string, unknown>, Call?][] = [
    [
      "another title",
      [create(), edit("T-1", { title: "b", priority: "P0" })],
      [edit("T-1", { title: "c" }, byBob)],
      { field: "title" },
    ],
    ["an edit of what was created", [create()], [edit("T-1", { eta: "1h" }, byBob)], { field: "eta" }],
    ["a claim of what was created", [create()], [claim], { field: "status" }],
    [
      "a deletion",
      [create(), edit("T-1", { title: "b" })],
      [["task.delete", { id: "T-1" }, byBob]],
      { field: "deleted" },
    ],
    [
      "a restore",
      [create(), ["task.delete", { id: "T-1" }, byAnn]],
      [["task.restore", { id: "T-1" }, byBob]],
      { field: "deleted" },
    ],
    [
      "a claim of what was assigned",
      [create(), edit("T-1", { assignee: "bob" })],
      [claim],
      { field: "lease" },
    ],
    [
      "work on the changes that were asked for",
      [...inReview, review("request_changes")],
      [claim],
      { field: "lease" },
    ],
    [
      "work that waited for the approval",
      [...inReview, create({ blockedBy: ["T-1"] }), review("approve")],
      [["task.claim", { id: "T-2", agent: "bob" }]],
      { field: "status" },
    ],
    [
      "a circle by now",
      [create(), create({ blockedBy: ["T-1"] }), create(), edit("T-2", { blockedBy: [] })],
      [edit("T-1", { blockedBy: ["T-2"] }, byBob)],
      { task: "T-2", field: "blockedBy" },
    ],
    [
      "another pause",
      [
        ["agent.heartbeat", { name: "bob" }],
        ["agent.pause", { name: "bob" }, byAnn],
      ],
      [["agent.pause", { name: "bob", reason: "ill" }, byBob]],
      { agent: "bob", field: "pause" },
    ],
  ]
  test.each(blocked)("%s", async (_, steps, others, facts) => {
    const service = await given(...steps, ...others)
    await expectRefused(service, undo(), "undo_blocked", {
      ...("agent" in facts ? {} : { task: "T-1" }),
      ...facts,
    })
  })

  test("and where it is of one of several commands, none of them is taken back", async () => {
    const service = await given(
      create(),
      edit("T-1", { title: "b" }),
      create(),
      edit("T-1", { title: "c" }, byBob),
    )
    await expectRefused(service, undo({ last: 2 }), "undo_blocked", { task: "T-1", field: "title" })
  })
})

test("each caller takes back its own, or its own on one task, and nothing twice", async () => {
  const service = await given(create(), create(), edit("T-1", { title: "b" }), edit("T-2", { title: "c" }), [
    "task.create",
    { title: "his" },
    byBob,
  ])
  expect(await service.run(...undo({ task: "T-1" }))).toMatchObject({
    commands: [3],
    tasks: ["T-1"],
    dropped: [],
  })
  expect(await service.run(...undo())).toMatchObject({ tasks: ["T-2"] })
  await expectRefused(service, undo({}, { actor: "cy" }), "nothing_to_undo")
  await expectRefused(service, undo({ task: "T-9" }), "task_not_found", { task: "T-9" })
  expect((await service.run(...undo({ last: 5 }))).commands).toEqual([2, 1])
  await expectRefused(service, undo(), "nothing_to_undo")
  const { commands } = await service.run("command.list", {}, byAnn)
  expect(commands.map(({ kind, undone }: { kind: string; undone: boolean }) => [kind, undone])).toEqual([
    ...[
      ["undo", false],
      ["undo", false],
      ["undo", false],
    ],
    ...[
      ["first", true],
      ["first", true],
      ["first", true],
      ["first", true],
    ],
  ])
})

test("a command that is named is taken back and no other one, and so is an undo", async () => {
  const service = await given(create(), create(), edit("T-1", { title: "b" }), edit("T-2", { title: "c" }))
  expect(await service.run(...undo({ commands: [3] }))).toMatchObject({ commands: [3], tasks: ["T-1"] })
  await expectRefused(service, undo({ commands: [3] }), "nothing_to_undo")
  await expectRefused(service, undo({ commands: [4], task: "T-1" }), "nothing_to_undo")
  await expectRefused(service, undo({ commands: [2, 3] }), "nothing_to_undo")
  await expectRefused(service, undo({ commands: [4] }, byBob), "nothing_to_undo")
  const first = service.engine.seq - 1
  expect(await service.run(...undo({ commands: [2, 4] }))).toMatchObject({
    commands: [4, 2],
    tasks: ["T-2"],
  })
  const again = (command: number): Call => ["command.redo", { command }, byAnn]
  expect(await service.run(...again(first))).toMatchObject({ commands: [first], tasks: ["T-1"] })
  await expectRefused(service, again(first), "nothing_to_undo")
  expect((await service.run("task.list", { sort: "created" })).tasks).toMatchObject([{ title: "b" }])
})

describe("a request that continues another is undone with it", () => {
  const joins = (seq: number) => ({ actor: "ann", joins: seq })
  /** The number of the last command that can be undone. */
  const last = async (service: Service) =>
    (await service.run("command.list", {}, byAnn)).commands[0]?.seq as number

  test("as one, and is done again as one, also after a restart", async () => {
    const service = await given(create(), create(), create())
    for (const id of ["T-1", "T-2", "T-3"])
      await service.run("task.delete", { id }, id === "T-1" ? byAnn : joins(await last(service)))
    await service.restart()
    expect((await service.run(...undo())).tasks).toEqual(["T-3", "T-2", "T-1"])
    expect((await service.run(...redo())).tasks).toHaveLength(3)
    expect(service.board.tasks.size).toBe(0)
  })

  test("but not where the caller has changed something since, or it is somebody else's", async () => {
    const service = await given(create(), create(), create())
    await service.run(...edit("T-1", { priority: "P1" }))
    const first = await last(service)
    await service.run(...edit("T-2", { priority: "P1" }))
    await service.run("task.delete", { id: "T-3" }, joins(first))
    expect((await service.run(...undo())).tasks).toEqual(["T-3"])
    await service.run("task.delete", { id: "T-3" }, joins(await last(service)))
    expect((await service.run(...undo())).tasks, "an undo is not continued").toEqual(["T-3"])
    await service.run("task.edit", { id: "T-3", priority: "P1" }, { actor: "bob", joins: first })
    expect((await service.run(...undo())).tasks).toEqual(["T-2"])
  })

  test("nor after an action that cannot be undone", async () => {
    const service = await given(create(), edit("T-1", { priority: "P1" }))
    const first = await last(service)
    await service.run("task.claim", { id: "T-1", agent: "ann" })
    await service.run("task.edit", { id: "T-1", title: "b" }, joins(first))
    expect((await service.run(...undo())).what).toMatchObject([{ fields: ["title"] }])
  })
})

describe("a newer change ends what a redo without a number takes", () => {
  const comment: Call = ["task.comment", { id: "T-1", author: "ann", content: "x" }, byAnn]
  const since = /^There is nothing to redo: you have made changes since\.$/

  test.each<[string, Call]>([
    ["an edit", edit("T-2", { title: "c" })],
    ["an action that cannot be undone", comment],
  ])("%s", async (_, change) => {
    const service = await given(create(), create(), edit("T-1", { title: "b" }), undo())
    const undone = service.engine.seq - 1
    await service.run(...change)
    await expect(service.run(...redo())).rejects.toMatchObject({ code: "nothing_to_undo", message: since })
    expect(await service.run("command.redo", { command: undone }, byAnn)).toMatchObject({ tasks: ["T-1"] })
  })

  test("an undo of that change, and what others do, are none", async () => {
    const service = await given(create(), edit("T-1", { title: "b" }), undo(), edit("T-1", { title: "c" }))
    await service.run(...undo())
    await service.run(...edit("T-1", { priority: "P0" }, byBob))
    expect(await service.run(...redo())).toMatchObject({ what: [{ fields: ["title"] }] })
    await expect(service.run(...redo())).rejects.toMatchObject({ message: since })
  })

  test("several undos are redone one after the other", async () => {
    const service = await given(create(), edit("T-1", { title: "b" }), edit("T-1", { priority: "P0" }))
    for (const step of [undo(), undo(), redo(), redo()]) await service.run(...step)
    expect((await service.run("task.read", { id: "T-1" })).task).toMatchObject({ title: "b", priority: "P0" })
  })
})

describe("a completion", () => {
  const finish = (fields: object = {}): Call => [
    "task.complete",
    { id: "T-1", agent: "bob", summary: "made", reflection: "learned", ...fields },
    byBob,
  ]
  const open = { status: "todo", lease: null, summary: null, finishedAt: null, startedAt: null }

  test.each<[string, Call[], Call, object]>([
    ["of claimed work", [create(), claim], finish(), { assignee: "bob", status: "done" }],
    ["that goes to review", [create({ reviewer: "ann" }), claim], finish(), { assignee: "bob" }],
    [
      "that claims the task, checks criteria and reports usage",
      [create({ done_criteria: ["dry"] })],
      finish({ claim: true, criteria: [{ criterion: "dry" }], usage: { inputTokens: 5 } }),
      { assignee: "unassigned", criteriaMet: 0 },
    ],
    [
      "that a lesson was not asked of",
      [create(), claim],
      finish({ reflection: undefined, noReflection: "x" }),
      {},
    ],
    [
      "that finishes its parent",
      [create(), create({ result: "children" }), edit("T-1", { parent: "T-2" }), claim],
      finish(),
      {},
    ],
  ])(
    "%s opens the task again as it was, without its lease, and is done again",
    async (_, steps, step, is) => {
      const service = await given(...steps)
      await service.run(...step)
      const after = await boardOf(service)
      await service.restart()
      expect((await service.run(...undo({}, byBob))).what).toMatchObject([{ type: "task.completed" }])
      const { task } = await service.run("task.read", { id: "T-1" })
      expect(task).toMatchObject({ ...open, ...is, status: "todo" })
      const { tasks } = await service.run("task.list", { limit: 5 })
      expect(tasks.every(({ status }: { status: string }) => status === "todo")).toBe(true)
      await service.run(...redo(byBob))
      expect(await boardOf(service)).toEqual(after)
      await service.run(...undo({}, byBob))
      expect(await service.run("task.claim", { id: "T-1", agent: "bob" })).toBeTruthy()
    },
  )

  const claimed: Call = ["task.claim", { id: "T-2", agent: "cy" }]
  test.each<[string, Call[], Call[], object]>([
    ["work that waited for it", [create(), create({ blockedBy: ["T-1"] })], [claimed], { field: "status" }],
    ["a review", [create({ reviewer: "ann" })], [review("approve")], { field: "status" }],
    [
      "another attempt",
      [create({ reviewer: "ann" })],
      [review("request_changes"), claim, finish()],
      { field: "status" },
    ],
  ])("is not undone after %s", async (_, steps, others, facts) => {
    const service = await given(...steps, claim)
    await service.run(...finish())
    const { seq = 0 } = (await service.run("command.list", {}, byBob)).commands[0] ?? {}
    service.sleep(1)
    for (const other of others) await service.run(...other)
    await expectRefused(service, undo({ commands: [seq] }, byBob), "undo_blocked", { task: "T-1", ...facts })
  })

  test("of several tasks in one step is undone as one", async () => {
    const service = await given(create({ reviewer: "ann" }), create({ reviewer: "ann" }))
    await service.run(...finish({ claim: true }))
    service.sleep(10)
    const { seq = 0 } = (await service.run("command.list", {}, byBob)).commands[0] ?? {}
    await service.run(
      "task.complete",
      { id: "T-2", agent: "bob", claim: true, reflection: "x" },
      {
        actor: "bob",
        joins: seq,
      },
    )
    expect((await service.run(...undo({}, byBob))).tasks).toEqual(["T-2", "T-1"])
    expect((await service.run(...redo(byBob))).tasks).toHaveLength(2)
  })
})

test("who only did what cannot be undone is told so, and the list has it", async () => {
  const service = await given(create(), ["task.comment", { id: "T-1", content: "x" }, byBob])
  const did = { task: "T-1", did: "task.commented", status: "todo" }
  await expectRefused(service, undo({}, byBob), "undo_blocked", did)
  await expectRefused(service, undo({ task: "T-1" }, byBob), "undo_blocked", did)
  expect(await service.run("command.list", {}, byBob)).toMatchObject({
    commands: [],
    final: { type: "task.commented", tasks: ["T-1"], status: "todo" },
  })
  service.sleep(24 * 3_600_000)
  await expectRefused(service, undo({}, byBob), "nothing_to_undo")
  expect(await service.run("command.list", {}, byBob)).toEqual({ commands: [] })
})

test("a blocked redo names no field that responses lack", async () => {
  const service = await given(create(), ["task.delete", { id: "T-1" }, byAnn], undo())
  const command = service.engine.seq - 1
  await service.run(...claim)
  await service.run("task.release", { id: "T-1", agent: "bob" })
  await service.run(...edit("T-1", { assignee: "cy" }))
  await expect(service.run("command.redo", { command }, byAnn)).rejects.toMatchObject({
    message: "T-1 has since been changed: its start is different now.",
    facts: { field: "startedAt" },
  })
})

test("the answer to a write names it to an undo, where that can take it back", async () => {
  const service = await given(create())
  const named = async (name: string, input: Record<string, unknown>) => {
    const operation = operations.find((each) => each.name === name)
    if (!operation) throw new Error(name)
    const result = await service.engine.run({ operation, input, actor: "ann" })
    return result.command
  }
  expect(await named("task.edit", { id: "T-1", title: "b" })).toBe(2)
  expect(await named("task.edit", { id: "T-1", title: "b" }), "nothing changed").toBeUndefined()
  expect(await named("task.comment", { id: "T-1", content: "x", author: "ann" })).toBeUndefined()
  expect(await named("task.edit", { id: "T-1", title: "c" })).toBe(5)
  const undone = await named("command.undo", { last: 1 })
  expect(undone).toBe(service.engine.seq - 1)
  expect(await named("command.redo", { command: undone })).toBeGreaterThan(undone ?? Infinity)
  expect(await named("task.read", { id: "T-1" })).toBeUndefined()
})

test("an undo is written as new events, which history tells and which say what they take back", async () => {
  const service = await given(create(), edit("T-1", { title: "b" }), undo())
  expect((await eventsOf(service)).slice(2)).toEqual([
    { type: "commands.undone", commands: [2] },
    { type: "task.put_back", task: "T-1", fields: { title: "a task" } },
  ])
  const { history } = await service.run("task.history", { id: "T-1" })
  expect(history[0]).toMatchObject({
    type: "task.put_back",
    changes: [{ field: "title", from: "b", to: "a task" }],
  })
})

test("whose lease a command had ended is offered another one", async () => {
  const service = await given(create(), claim, edit("T-1", { status: "blocked", reason: "stop" }), undo())
  const { task } = await service.run("task.read", { id: "T-1" })
  expect(task).toMatchObject({ status: "doing", assignee: "bob", lease: { holder: "bob" } })
  expect((await service.run("task.claim", { id: "T-1", agent: "bob" })).lease.epoch).toBeGreaterThan(2)
})

test("nobody is offered work that is not in progress any more", async () => {
  const service = await given(create(), claim, edit("T-1", { assignee: "cy" }))
  await service.run("task.release", { id: "T-1", agent: "cy" })
  await service.run(...undo())
  const { task } = await service.run("task.read", { id: "T-1" })
  expect(task).toMatchObject({ status: "todo", assignee: "bob", lease: null })
  await expectRefused(
    service,
    ["task.complete", { id: "T-1", agent: "bob", reflection: "x" }],
    "invalid_transition",
    { task: "T-1" },
  )
})

test("what was changed since in other fields may not make a state that cannot be", async () => {
  const held = await given(create(), claim, edit("T-1", { status: "blocked" }))
  await held.run("task.edit", { id: "T-1", assignee: "cy" }, { actor: "cy" })
  await held.run(...undo())
  expect((await held.run("task.read", { id: "T-1" })).task).toMatchObject({
    status: "doing",
    assignee: "cy",
    lease: null,
  })

  const nobody = await given(create(), claim, edit("T-1", { status: "blocked" }))
  await nobody.run("task.edit", { id: "T-1", assignee: "unassigned" }, { actor: "cy" })
  await expectRefused(nobody, undo(), "undo_blocked", { task: "T-1", field: "assignee" })
})

test("a redo approves no other work than was approved", async () => {
  const done = { id: "T-1", agent: "bob", reflection: "x" }
  const service = await given(create({ reviewer: "ann" }), claim, ["task.complete", done])
  await service.run("task.review", { id: "T-1", reviewer: "ann", decision: "approve" }, byAnn)
  await service.run(...undo())
  service.sleep(1000)
  await service.run(
    "task.review",
    { id: "T-1", reviewer: "cy", decision: "request_changes" },
    { actor: "cy" },
  )
  await service.run(...claim)
  await service.run("task.complete", done)
  await expectRefused(service, ["command.redo", {}, byAnn], "undo_blocked", { task: "T-1", field: "status" })
})

test("a check does not outlive its criterion by an undo", async () => {
  const service = await given(create(), edit("T-1", { done_criteria: ["works"] }))
  await service.run("task.check", { id: "T-1", criterion: 1, agent: "bob" })
  await service.run(...undo())
  await service.run(...edit("T-1", { done_criteria: ["works"] }))
  expect((await service.run("task.read", { id: "T-1" })).task.criteriaMet).toBe(0)
})

test("what is older than a day, and all but the last 50, is kept no more", async () => {
  const service = await given(...Array.from({ length: 55 }, () => create()))
  expect((await service.run("command.list", {}, byAnn)).commands).toHaveLength(50)
  service.sleep(24 * 3_600_000)
  await expectRefused(service, undo(), "nothing_to_undo")
  await service.run(...create())
  expect(service.board.commands.size).toBe(1)
})

test("of each operation that writes, the rules say whether it can be taken back, and why not", async () => {
  const page = readFileSync("docs/rules.md", "utf8")
  const rows = new Map(
    [...page.matchAll(/^- (yes|no, [^:]+):((?:\s+`[a-z]+\.[a-zA-Z]+`,?)+)$/gm)].flatMap(
      ([, how, names = ""]) => [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => [name, how] as const),
    ),
  )
  const writing = operations
    .filter(({ kind }) => kind !== "query" && kind !== "download")
    .map(({ name }) => name as string)
  expect([...rows.keys()].sort()).toEqual(writing.sort())
  const service = await given(create(), claim)
  const kept = () => service.board.commands.size
  const before = kept()
  for (const [name, input] of [
    ["task.heartbeat", {}],
    ["task.comment", { author: "bob", content: "x" }],
    ["task.reflect", { content: "x" }],
  ] as const) {
    expect(rows.get(name)).toMatch(/^no/)
    await service.run(name, { id: "T-1", ...(name !== "task.comment" && { agent: "bob" }), ...input })
    expect(kept(), name).toBe(before)
  }
})

/** Random commands of three actors. Each is told with the board before and after it. */
async function history(random: Random, servers: readonly Service[], rounds: number) {
  const told: Act[] = []
  const ends: string[] = []
  const id = () => `T-${1 + random.below(6)}`
  for (let i = 0; i < rounds; i++) {
    const actor = random.pick(["ann", "bob", "cy"])
    const by = { actor }
    const steps: Call[] = [
      ["task.create", { title: `t${i}`, blockedBy: random.chance(0.3) ? [id()] : [] }, by],
      edit(id(), { title: `t${i}`, priority: random.pick(["P0", "P1", "P3"]) }, by),
      edit(id(), { tags: random.pick([[], ["a"], ["b"]]), blockedBy: random.pick([[], [id()]]) }, by),
      edit(id(), { status: random.pick(["blocked", "cancelled", "todo", "doing", "done"]) }, by),
      edit(id(), { assignee: random.pick(["ann", "bob", null]) }, by),
      [
        "task.editMany",
        {
          ids: [id(), id(), id()],
          changes: random.pick([
            { priority: random.pick(["P0", "P1", "P3"]), tags: ["c"] },
            { blockedBy: random.pick([[], [id()]]) },
            { status: random.pick(["blocked", "cancelled", "todo"]), assignee: random.pick(["bob", null]) },
          ]),
        },
        by,
      ],
      ["task.delete", { id: id() }, by],
      ["task.restore", { id: id() }, by],
      ["task.claim", { id: id(), agent: actor }, by],
      ["task.comment", { id: id(), content: "x" }, by],
      ["task.complete", { id: id(), agent: actor }, by],
      ["agent.pause", { name: "dan", reason: `r${i}` }, by],
      ["agent.resume", { name: "dan" }, by],
    ]
    const service = random.pick(servers)
    const before = await stateOf(service)
    const { seq } = service.board.counters
    const step = random.pick(steps)
    const done = await service.run(...step).then(
      () => true,
      () => false,
    )
    const newest = [...service.board.commands.values()].sort((a, b) => b.seq - a.seq)[0]
    const isNew = done && newest !== undefined && newest.seq > seq
    const stays = isNew && newest.kind === "stays" && newest.owner === `\t${actor}`
    if (stays || (isNew && newest.owner === actor))
      told.push({ actor, stays, before, after: await stateOf(service) })
    if (random.chance(0.25)) ends.push(await tryUndo(random, servers, told))
  }
  // A run that never reached the interesting cases would prove nothing.
  for (const end of ["undone", "done again", "undo_blocked", "past"])
    expect(ends.filter((each) => each === end).length, end).toBeGreaterThan(2)
}

type Board = Readonly<Record<string, unknown>>

interface Act {
  readonly actor: string
  /** It cannot be taken back, and no undo reaches past it. */
  readonly stays: boolean
  readonly before: Board
  readonly after: Board
}

/** By task and field; null for a task that is not there. */
async function stateOf(service: Service): Promise<Board> {
  await service.engine.tick()
  const { tasks } = await service.run("task.list", { limit: 500 })
  const fields = ["title", "priority", "tags", "blockedBy", "status", "assignee", "reason", "attempts"]
  const state: Record<string, unknown> = {}
  for (const task of tasks)
    for (const field of fields) state[`${task.id} ${field}`] = JSON.stringify(task[field])
  const { agents } = await service.run("agent.list", { limit: 500 })
  for (const { name, paused } of agents) state[`${name} pause`] = paused?.reason ?? null
  return state
}

async function tryUndo(random: Random, servers: readonly Service[], told: Act[]): Promise<string> {
  const [actor, last] = [random.pick(["ann", "bob", "cy"]), 1 + random.below(3)]
  const own = told.filter((each) => each.actor === actor)
  const mine = own.filter(({ stays }) => !stays).slice(-last)
  const [first] = mine
  const reachesPast = own.slice(first ? own.indexOf(first) : 0).some(({ stays }) => stays)
  const service = random.pick(servers)
  const present = await stateOf(service)
  const outcome = await service.run(...undo({ last }, { actor })).then(
    () => "ok",
    (error: unknown) => error,
  )
  const now = await stateOf(service)
  if (outcome !== "ok") {
    expect(now).toEqual(present)
    const { code, facts } = outcome as { code: string; facts: { field?: string; did?: string } }
    expect(code).toBe(mine.length === 0 && !reachesPast ? "nothing_to_undo" : "undo_blocked")
    if (code === "nothing_to_undo") return code
    expect(facts.did !== undefined).toBe(reachesPast)
    if (!reachesPast) expect(facts.field).toBeDefined()
    return reachesPast ? "past" : code
  }
  expect(reachesPast).toBe(false)
  // Each field that one of them changed has the value from before the first of them that did.
  const changed = new Map<string, unknown>()
  for (const { before, after } of [...mine].reverse())
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
      if (before[key] !== after[key]) changed.set(key, before[key])
  for (const [key, value] of [...changed]) {
    // An agent that was named for the first time stays.
    if (key.endsWith("pause") && value === undefined) changed.delete(key)
    // What was deleted in progress comes back to do, for the assignee of before the claim.
    const wasDeleted = mine.some(({ before, after }) => key in before && !(key in after))
    const statusKey = key.replace(/ .*/, " status")
    const wasDoing = mine.some(({ before }) => before[statusKey] === '"doing"')
    // Finished work is opened again, without its lease.
    const wasFinished = mine.some(({ after }) => after[statusKey] === '"done"')
    if (wasFinished && wasDoing && key === statusKey) changed.delete(key)
    if (wasDeleted && wasDoing && / (status|assignee)$/.test(key)) changed.delete(key)
  }
  for (const [key, value] of changed) expect([key, now[key]]).toEqual([key, value])
  for (const each of mine) told.splice(told.indexOf(each), 1)
  if (random.chance(0.5)) return "undone"
  await random.pick(servers).run(...redo({ actor }))
  expect(await stateOf(service)).toEqual(present)
  // What was done again is taken back as one command from now on.
  if (first) told.push({ actor, stays: false, before: now, after: present })
  return "done again"
}

test.each([1, 2])("random histories of several actors, seed %i", async (seed) => {
  const service = await given(
    ["agent.heartbeat", { name: "dan" }],
    ...Array.from({ length: 4 }, () => create()),
  )
  await service.restart(25 * 3_600_000)
  await history(createRandom(seed), [service], 250)
})

test("two servers over one log keep the same, and take back what the other one did", async () => {
  const time = { wall: Date.UTC(2030, 0, 1), monotonic: 0 }
  const memory = createSharedMemory(() => time.wall)
  const start = () => startService({ time, openLog: () => memory.open() })
  const servers = [await start(), await start()] as const
  await servers[0].run("agent.heartbeat", { name: "dan" })
  const both: Service[] = servers.map((server) => ({
    ...server,
    engine: server.engine,
    board: server.board,
    async run(name, input, asker) {
      const end = Math.max(...servers.map(({ engine }) => engine.seq))
      await server.engine.reach(end, { waitMs: 1000 })
      return (await server.run(name, input, asker)) as unknown
    },
  }))
  await history(createRandom(3), both, 250)
  const end = Math.max(...servers.map(({ engine }) => engine.seq))
  for (const { engine } of servers) await engine.reach(end, { waitMs: 1000 })
  expect(dump(servers[0].board)).toEqual(dump(servers[1].board))
})

test("a plan whose first task waits for a later one, and is in one made later, is taken back", async () => {
  const service = await given()
  const tasks = [
    { ref: "a", title: "a", blockedBy: ["#c"], parent: "#d" },
    { title: "b", blockedBy: ["#a"] },
    { ref: "c", title: "c" },
    { ref: "d", title: "d" },
  ]
  await service.run("task.createMany", { tasks }, { actor: "ann" })
  await service.run("command.undo", {}, { actor: "ann" })
  expect((await service.run("task.list")).total).toBe(0)
})

test("an undo that another task of the same command prevents says why that task matters", async () => {
  const service = await given()
  await service.run("task.createMany", { tasks: [{ title: "a" }, { title: "b" }] }, { actor: "ann" })
  await service.run("task.claim", { id: "T-2", agent: "bob" })
  await expect(service.run("command.undo", { task: "T-1" }, { actor: "ann" })).rejects.toMatchObject({
    message: expect.stringMatching(
      /^T-2 .*\. T-1 and T-2 come from one command, which is only undone as a whole\.$/,
    ),
  })
  await expect(service.run("command.undo", { task: "T-2" }, { actor: "ann" })).rejects.toMatchObject({
    message: expect.not.stringContaining("one command"),
  })
})

describe("an admin", () => {
  const as = (name: string, role: "admin" | "manage") =>
    ({ actor: name, who: { account: name, role } }) as const

  test("takes back what somebody else did, by its task or its number, and nobody else does", async () => {
    const service = await given(create())
    await service.run("task.edit", { id: "T-1", title: "By bo" }, as("bo", "manage"))
    const [{ seq }] = (await service.run("command.list", {}, as("bo", "manage"))).commands
    await expectRefused(service, ["command.undo", { task: "T-1" }, as("cy", "manage")], "nothing_to_undo")
    await expectRefused(service, ["command.undo", { commands: [seq] }, as("cy", "manage")], "nothing_to_undo")
    await expectRefused(service, ["command.undo", {}, as("ada", "admin")], "nothing_to_undo")
    const undone = await service.run("command.undo", { task: "T-1" }, as("ada", "admin"))
    expect(undone.what).toEqual([{ type: "task.edited", tasks: ["T-1"], fields: ["title"] }])
    expect((await service.run("command.list", {}, as("bo", "manage"))).commands).toMatchObject([
      { undone: true },
    ])
    await expectRefused(service, ["command.undo", {}, as("bo", "manage")], "nothing_to_undo")
    await service.run("command.redo", {}, as("ada", "admin"))
    await service.run("command.undo", { commands: [seq] }, as("bo", "manage")).catch(() => undefined)
    expect((await service.run("task.read", { id: "T-1" })).task.title).toBe("By bo")
  })
})
