import { describe, expect, test } from "vitest"
import type { Policy } from "../../src/domain/context.ts"
import { mostResults } from "../../src/domain/evolve/checks.ts"
import {
  eventsOf,
  expectRefused,
  given,
  givenPolicy,
  problemsOf,
  type Service,
  type Step,
} from "../support/service.ts"

const [treeA, treeB] = ["a".repeat(40), "b".repeat(40)]
const commit = "a1b2c3d".padEnd(40, "0")
const stands = { done_criteria: ["All tests pass", "Docs"], criteriaChecks: { "All tests pass": "test" } }
type Call = Exclude<Step, number>
const create = (more: object = {}): Call => ["task.create", { title: "x", ...more }]
const claim: Call = ["task.claim", { id: "T-1", agent: "ann" }]
const passed = { check: "test", status: "passed", exitCode: 0, durationMs: 41_000, tree: treeA }
const failed = { ...passed, status: "failed", exitCode: 1, output: "1 failed" }

const report = (service: Service, more: object = {}) =>
  service.run("check.report", { id: "T-1", agent: "ann", ...passed, ...more })
const read = async (service: Service, more: object = {}) => service.run("task.read", { id: "T-1", ...more })
const results = async (service: Service) => (await read(service, { checks: true })).checks
const states = async (service: Service) => (await read(service)).task.checkStates
const met = async (service: Service) =>
  (await read(service)).task.criteria.flatMap((each: { text: string; check: object | null }) =>
    each.check ? [each.text] : [],
  )

test("a result is kept with its task, the newest first", async () => {
  const service = await given(create({ checks: ["test", "lint"] }), claim)
  expect(await results(service)).toEqual([])
  expect(await states(service)).toEqual([
    { check: "test", state: "not_run" },
    { check: "lint", state: "not_run" },
  ])
  const answer = await report(service, { ...failed, commit, branch: "main", isClean: true })
  const one = {
    ...{ ...failed, commit, branch: "main", isClean: true, isNew: false, byPerson: false },
    ...{ epoch: 1, by: "ann", at: new Date(service.now()).toISOString(), counts: true },
  }
  expect(answer.result).toEqual(one)
  await report(service, { check: "lint" })
  expect(await results(service)).toEqual([expect.objectContaining({ check: "lint", output: "" }), one])
  expect(await states(service)).toEqual([
    { check: "test", state: "failed" },
    { check: "lint", state: "passed" },
  ])
  const [compact] = (await service.run("task.list", { compact: true })).tasks
  expect(compact).toMatchObject({ checks: ["test", "lint"], checkStates: await states(service) })
})

describe("only who holds the task reports, in the epoch of the lease", () => {
  test("others, and those whose lease ran out or went on, are refused with lease_lost", async () => {
    const service = await given(create(), ["task.claim", { id: "T-1", agent: "ann", lease: "10m" }])
    const { lease } = await service.run("task.claim", { id: "T-1", agent: "ann", lease: "10m" })
    const by = (more: object): Call => ["check.report", { id: "T-1", ...passed, ...more }]
    await expectRefused(service, by({ agent: "bob" }), "lease_lost", { holder: "ann" })
    await expectRefused(service, by({}), "lease_lost", { holder: "ann" })
    await service.run("check.report", { id: "T-1", leaseToken: lease.token, agent: "ann", ...passed })
    await service.pass(11 * 60_000)
    await expectRefused(service, by({ agent: "ann", leaseToken: lease.token }), "lease_lost")
    await service.pass(60_000)
    await service.run("task.claim", { id: "T-1", agent: "bob" })
    await expectRefused(service, by({ agent: "ann", leaseToken: lease.token }), "lease_lost", {
      holder: "bob",
    })
  })

  test("a task that was moved to doing by hand has no lease, so its assignee reports", async () => {
    const service = await given(create({ status: "doing", assignee: "ann", checks: ["test"] }))
    await report(service)
    expect(await states(service)).toEqual([{ check: "test", state: "passed" }])
    await expectRefused(service, ["check.report", { id: "T-1", agent: "bob", ...passed }], "lease_lost")
  })

  test("a report renews the lease and raises the version", async () => {
    const service = await given(create(), ["task.claim", { id: "T-1", agent: "ann", lease: "10m" }])
    const before = (await read(service)).task
    await service.pass(60_000)
    const { task } = await report(service)
    expect(Date.parse(task.lease.expiresAt)).toBe(Date.parse(before.lease.expiresAt) + 60_000)
    expect(task.version).toBe(Number(before.version) + 1)
  })
})

describe("a criterion that stands on a check", () => {
  test("is met when the check passes, with what ran as evidence, and is open again when it fails", async () => {
    const service = await given(create(stands), claim)
    await report(service, { commit, isClean: true })
    expect((await read(service)).task.criteria[0]).toEqual({
      text: "All tests pass",
      standsOn: "test",
      check: {
        by: "ann",
        at: new Date(service.now()).toISOString(),
        evidence: "test · exit 0 · 41 s · a1b2c3d",
      },
    })
    expect((await read(service)).task).toMatchObject({ criteriaMet: 1, criteriaCount: 2 })
    await report(service, failed)
    expect(await met(service)).toEqual([])
  })

  test.each([
    [{ tree: treeA, commit, isClean: false }, "test · exit 0 · 41 s · files aaaaaaa"],
    [{ tree: null, durationMs: 12 }, "test · exit 0 · 12 ms"],
    [{ durationMs: 300_000 }, "test · exit 0 · 5 min · files aaaaaaa"],
  ])("names what ran: %j", async (more, evidence) => {
    const service = await given(create(stands), claim)
    await report(service, more)
    expect((await read(service)).task.criteria[0].check.evidence).toBe(evidence)
  })

  test("cannot be met by word, nor taken back: check_required", async () => {
    const service = await given(create(stands), claim)
    const facts = { task: "T-1", check: "test", criterion: "All tests pass" }
    const say = (more: object): Call => ["task.check", { id: "T-1", agent: "ann", criterion: 1, ...more }]
    await expectRefused(service, say({}), "check_required", facts)
    await expectRefused(service, say({ checked: false }), "check_required", facts)
    const done = { id: "T-1", agent: "ann", criteria: [{ criterion: "all tests pass" }] }
    await expectRefused(service, ["task.complete", done], "check_required", facts)
    await report(service)
    await service.run("task.check", { id: "T-1", agent: "ann", criterion: 1 })
    const { task, unmet } = await service.run("task.complete", done)
    expect(unmet).toEqual(["Docs"])
    expect(task.criteria[0].check.evidence).toBe("test · exit 0 · 41 s · files aaaaaaa")
  })

  test("is not met by what somebody had said of it before it stood on a check", async () => {
    const service = await given(create({ done_criteria: ["Docs"] }), claim, [
      "task.check",
      { id: "T-1", agent: "ann", criterion: 1 },
    ])
    await service.run("task.edit", { id: "T-1", criteriaChecks: { docs: "links" } })
    expect((await read(service)).task).toMatchObject({ criteriaMet: 0, criteriaChecks: { Docs: "links" } })
    await service.run("task.edit", { id: "T-1", criteriaChecks: null })
    expect((await read(service)).task).toMatchObject({ criteriaMet: 1 })
  })

  test("has to be one of the task, and a name of a check is one line of 64 characters", async () => {
    const service = await given(create())
    const bad = { id: "T-1", done_criteria: ["Docs"], criteriaChecks: { Dogs: "x", constructor: "y" } }
    await expectRefused(service, ["task.edit", bad], "invalid_input", { field: "criteriaChecks" })
    await expectRefused(service, create({ criteriaChecks: { Docs: "x" } }), "invalid_input")
    await expectRefused(
      service,
      ["task.createMany", { tasks: [{ title: "y", criteriaChecks: { Docs: "x" } }] }],
      "invalid_input",
    )
    const issues = (more: object) => problemsOf("task.create", { title: "x", ...more })
    expect(issues({ checks: ["a".repeat(65)] })).toEqual(["checks.0"])
    expect(issues({ checks: ["a\nb"] })).toEqual(["checks.0"])
    expect(issues({ checks: Array.from({ length: 21 }, (_, i) => `c${i}`) })).toEqual(["checks"])
    expect(issues({ done_criteria: ["a"], criteriaChecks: { a: "" } })).toEqual(["criteriaChecks.a"])
    expect(issues({ criteriaChecks: JSON.parse('{"__proto__": "x"}') as object })).toEqual([
      "criteriaChecks.__proto__",
    ])
    expect(issues({ criteriaChecks: ["a"] })).toEqual(["criteriaChecks"])
  })

  test("may have any text, such as the name of a method", async () => {
    const service = await given(create({ done_criteria: ["constructor", "toString"] }), claim)
    expect((await read(service)).task.criteria).toEqual([
      { text: "constructor", check: null },
      { text: "toString", check: null },
    ])
    await service.run("task.edit", { id: "T-1", criteriaChecks: { toString: "test" } })
    await report(service)
    expect(await met(service)).toEqual(["toString"])
  })

  test("loses its check when it is taken away, and an undo gives both back", async () => {
    const service = await given(create(stands))
    await service.run("task.edit", { id: "T-1", done_criteria: ["Docs"], checks: ["lint"] }, { actor: "ann" })
    const { task } = await read(service)
    expect(task.criteriaChecks).toBeUndefined()
    expect(task.checks).toEqual(["lint"])
    await service.run("command.undo", {}, { actor: "ann" })
    expect((await read(service)).task).toMatchObject({ ...stands, checks: [] })
  })

  test("may be named in a plan, and is not met there by word", async () => {
    const service = await given()
    const tasks = [{ title: "x", ...stands, met: [{ criterion: 1 }] }]
    await expectRefused(service, ["task.createMany", { tasks }], "check_required")
    await service.run("task.createMany", {
      tasks: [{ ...tasks[0], checks: ["lint"], met: [{ criterion: 2 }] }],
    })
    expect((await read(service)).task).toMatchObject({ checks: ["lint"], criteriaMet: 1 })
  })
})

describe("a result is for its files and its attempt", () => {
  test("files that are named later make it stale", async () => {
    const service = await given(create({ ...stands, checks: ["lint"] }), claim)
    await report(service)
    await report(service, { check: "lint" })
    expect(await met(service)).toEqual(["All tests pass"])
    await report(service, { check: "lint", tree: treeB })
    expect(await met(service)).toEqual([])
    expect(await states(service)).toEqual([
      { check: "lint", state: "passed" },
      { check: "test", state: "stale" },
    ])
    await report(service, { tree: treeB })
    expect(await met(service)).toEqual(["All tests pass"])
  })

  test("a result without files counts only where none were named", async () => {
    const service = await given(create(stands), claim)
    await report(service, { tree: null })
    expect(await met(service)).toEqual(["All tests pass"])
    await report(service, { check: "lint" })
    expect(await met(service)).toEqual([])
    await report(service, { tree: null })
    expect(await met(service)).toEqual([])
  })

  test("the files that finished work names are those that its results are compared with", async () => {
    const done = async (tree: string) => {
      const service = await given(create(stands), claim)
      await report(service)
      const { unmet } = await service.run("task.complete", { id: "T-1", agent: "ann", tree })
      return [unmet, await states(service)]
    }
    expect(await done(treeA)).toEqual([["Docs"], [{ check: "test", state: "passed" }]])
    expect(await done(treeB)).toEqual([
      ["All tests pass", "Docs", "check: test"],
      [{ check: "test", state: "stale" }],
    ])
  })

  test("it stays proven while it is reviewed and when it is done, and not when it is done again", async () => {
    const service = await given(create({ ...stands, reviewer: "rea" }), claim)
    await report(service)
    await service.run("task.complete", { id: "T-1", agent: "ann" })
    expect(await met(service)).toEqual(["All tests pass"])
    await service.run("task.review", { id: "T-1", reviewer: "rea", decision: "approve" })
    expect(await met(service)).toEqual(["All tests pass"])
    await service.run("task.edit", { id: "T-1", status: "todo" }, { actor: "rea" })
    expect(await met(service)).toEqual([])
    await service.run("task.edit", { id: "T-1", status: "done" }, { actor: "rea" })
    expect(await met(service)).toEqual([])
  })

  test("a review that asks for changes, a return and a new claim make it stale", async () => {
    const after = async (...steps: Call[]) => {
      const service = await given(create({ ...stands, reviewer: "rea" }), claim)
      await report(service)
      for (const [name, input, asker] of steps) await service.run(name, input, asker)
      return (await states(service))[0].state
    }
    const changes = { id: "T-1", reviewer: "rea", decision: "request_changes" }
    expect(await after()).toBe("passed")
    expect(await after(["task.complete", { id: "T-1", agent: "ann" }], ["task.review", changes])).toBe(
      "stale",
    )
    const sentBack: Call[] = [
      ["task.complete", { id: "T-1", agent: "ann" }],
      ["task.review", changes],
    ]
    const undone: Call[] = [...sentBack, ["command.undo", { task: "T-1" }, { actor: "rea" }]]
    expect(await after(...undone)).toBe("passed")
    expect(await after(...undone, ["command.redo", {}, { actor: "rea" }])).toBe("stale")
    expect(await after(["task.release", { id: "T-1", agent: "ann" }])).toBe("stale")
    expect(await after(["task.claim", { id: "T-1", agent: "ann" }])).toBe("stale")
  })

  test("a lease that ran out keeps it until somebody takes the task", async () => {
    const service = await given(create(stands), ["task.claim", { id: "T-1", agent: "ann", lease: "10m" }])
    await report(service)
    await service.pass(11 * 60_000)
    expect(await states(service)).toEqual([{ check: "test", state: "passed" }])
    await service.pass(60_000)
    await service.run("task.claim", { id: "T-1", agent: "bob" })
    expect(await states(service)).toEqual([{ check: "test", state: "stale" }])
  })

  test("a name that is new in the files of the task counts when a person ran it", async () => {
    const service = await given(create(stands), claim)
    await report(service, { isNew: true })
    expect(await states(service)).toEqual([{ check: "test", state: "stale" }])
    await report(service, { isNew: true, byPerson: true })
    expect(await states(service)).toEqual([{ check: "test", state: "passed" }])
  })
})

describe("finished work", () => {
  test("names the checks that have not passed", async () => {
    const service = await given(create({ checks: ["test", "lint"] }), claim)
    await report(service)
    const { unmet } = await service.run("task.complete", { id: "T-1", agent: "ann" })
    expect(unmet).toEqual(["check: lint"])
  })

  const required: [string, Partial<Policy>, object][] = [
    ["the server", { checks: "required" }, {}],
    ["the task", {}, { metadata: { checks_required: true } }],
  ]
  test.each(required)("waits for them where %s requires that, also by an edit", async (_, policy, more) => {
    const service = await givenPolicy(policy, create({ checks: ["test"], ...more }), claim)
    const done: Call = ["task.complete", { id: "T-1", agent: "ann", tree: treeB }]
    const facts = { task: "T-1", checks: ["test"] }
    await expectRefused(service, done, "checks_unmet", facts)
    await expectRefused(
      service,
      ["task.edit", { id: "T-1", status: "done" }, { actor: "ann" }],
      "checks_unmet",
    )
    await report(service)
    await expectRefused(service, done, "checks_unmet", facts)
    await report(service, { tree: treeB, status: "timed_out", exitCode: null })
    await expectRefused(service, done, "checks_unmet")
    await report(service, { tree: treeB })
    const { task, unmet } = await service.run(...done)
    expect([task.status, unmet]).toEqual(["done", undefined])
  })

  test("waits for them too where who did the work gives it back first", async () => {
    const service = await givenPolicy({ checks: "required" }, create({ checks: ["test"] }), claim)
    const move = (status: string, actor: string): Call => ["task.edit", { id: "T-1", status }, { actor }]
    await service.run(...move("todo", "ann"))
    await expectRefused(service, move("done", "ann"), "checks_unmet", { task: "T-1", checks: ["test"] })
    await service.run(...move("done", "rea"))
  })

  test("waits for them too where who did the work gives it away, until somebody else claims it", async () => {
    const service = await givenPolicy({ checks: "required" }, create({ checks: ["test"] }), claim)
    const edit = (change: object): Call => ["task.edit", { id: "T-1", ...change }, { actor: "ann" }]
    await service.run(...edit({ assignee: "bob" }))
    await expectRefused(service, edit({ status: "done" }), "checks_unmet")
    await service.run("task.claim", { id: "T-1", agent: "bob" })
    await service.run(...edit({ status: "done" }))
  })

  test("may be moved by anyone else without them, as with the other gates", async () => {
    const service = await givenPolicy({ checks: "required" }, create({ checks: ["test"] }), claim)
    await service.run("task.edit", { id: "T-1", status: "done" }, { actor: "rea" })
    expect((await read(service)).task.status).toBe("done")
  })
})

test("the history, the events and the hand-over tell of the newest results", async () => {
  const service = await given(create({ checks: ["test"] }), claim)
  await report(service)
  await report(service, { ...failed, commit, isClean: true })
  const { history } = await service.run("task.history", { id: "T-1" })
  expect(history[0]).toMatchObject({
    type: "check.reported",
    actor: "ann",
    detail: "test · exit 1 · 41 s · a1b2c3d",
    changes: [],
  })
  await service.run("task.release", { id: "T-1", agent: "ann", failed: true, reason: "red" })
  const { handoff } = await read(service, { handoff: true })
  expect(handoff.checks).toEqual([
    {
      ...{ check: "test", status: "failed", counts: false, summary: "test · exit 1 · 41 s · a1b2c3d" },
      ...{ output: "1 failed", by: "ann", at: expect.any(String) },
    },
  ])
  expect((await eventsOf(service)).filter(({ type }) => type === "check.reported")).toHaveLength(2)
})

test("what a check printed that passed is there for the reviewer, and goes when the task is closed", async () => {
  const service = await given(create({ checks: ["test"], reviewer: "rex" }), claim)
  await report(service, { output: "12 passed" })
  expect(await results(service)).toMatchObject([{ status: "passed", output: "12 passed" }])
  expect((await read(service, { handoff: true })).handoff.checks[0]).not.toHaveProperty("output")
  await service.run("task.complete", { id: "T-1", agent: "ann" })
  expect(await results(service)).toMatchObject([{ output: "12 passed", counts: true }])
  await service.run("task.review", { id: "T-1", reviewer: "rex", decision: "approve" })
  expect(await results(service)).toMatchObject([{ status: "passed", output: "", counts: true }])
})

test("what is kept is bounded: results, and the output of the newest of each check", async () => {
  const service = await given(create({ checks: ["lint", "test"] }), claim)
  await report(service, { ...failed, check: "lint" })
  for (let i = 0; i < mostResults + 5; i++) await report(service, { ...failed, output: `run ${i}` })
  const kept = (await results(service)) as { check: string; output: string }[]
  expect(kept).toHaveLength(mostResults)
  expect(kept.filter(({ output }) => output !== "").map(({ check, output }) => [check, output])).toEqual([
    ["test", `run ${mostResults + 4}`],
    ["lint", "1 failed"],
  ])
})

test.each([
  ["a check that passed with another status than 0", { exitCode: 1 }, ["exitCode"]],
  ["more output than 4 KiB", { output: "é".repeat(2100) }, ["output"]],
  ["a tree that is no hash", { tree: "main" }, ["tree"]],
  ["an unknown status", { status: "green" }, ["status"]],
  ["a branch in two lines", { branch: "a\nb" }, ["branch"]],
])("%s is refused", (_, more, paths) => {
  expect(problemsOf("check.report", { id: "T-1", ...passed, ...more })).toEqual(paths)
})

test("a report is not taken back: it tells what ran", async () => {
  const service = await given(create(), claim)
  await report(service)
  await expectRefused(service, ["command.undo", {}, { actor: "ann" }], "undo_blocked")
})
