import { describe, expect, test } from "vitest"
import { sayRefusal } from "../../src/dashboard/words/refusals.ts"
import type { Policy } from "../../src/domain/context.ts"
import type { Facts } from "../../src/errors.ts"
import { hintFor as inHttp } from "../../src/http/reply/hints.ts"
import { hintFor as inShell } from "../../src/terminal/hints.ts"
import {
  eventsOf,
  expectRefused,
  given,
  givenPolicy,
  problemsOf,
  type Service,
  type Step,
} from "../support/service.ts"

const criteria = ["Tests pass", "Docs updated", "2"]
const create: Step = ["task.create", { title: "x", done_criteria: criteria }]
const read = async (service: Service) => (await service.run("task.read", { id: "T-1" })).task
const check = (service: Service, criterion: unknown, more = {}) =>
  service.run("task.check", { id: "T-1", agent: "ann", criterion, ...more })
const checked = async (service: Service) =>
  (await read(service)).criteria.flatMap(({ text, check: made }: { text: string; check: unknown }) =>
    made ? [text] : [],
  )

test("criteria keep the order given, each with who checked it, when, and the evidence", async () => {
  const service = await given(create, 1000)
  const { task } = await check(service, "docs UPDATED", { evidence: "see README" })
  expect(task.criteria).toEqual([
    { text: "Tests pass", check: null },
    {
      text: "Docs updated",
      check: { by: "ann", at: new Date(service.now()).toISOString(), evidence: "see README" },
    },
    { text: "2", check: null },
  ])
  expect(task).toEqual(await read(service))
  const [compact] = (await service.run("task.list", { compact: true })).tasks
  expect(compact.criteria).toBeUndefined()
  expect(compact).toMatchObject({ criteriaCount: 3, criteriaMet: 1 })
  expect(task).toMatchObject({ criteriaCount: 3, criteriaMet: 1 })
})

test.each([
  ["its text", "Tests pass", "Tests pass"],
  ["its text in another case, with spaces around", "  tests PASS ", "Tests pass"],
  ["its number", 2, "Docs updated"],
  ["its number as text", "1", "Tests pass"],
  ["a text that is a number, before the number", "2", "2"],
])("a criterion is named by %s", async (_, criterion, expected) => {
  const service = await given(create)
  await check(service, criterion)
  expect(await checked(service)).toEqual([expected])
})

test("of texts that differ only in case, the one with the same spelling is meant", async () => {
  const service = await given(["task.create", { title: "x", done_criteria: ["Done", "DONE"] }])
  await check(service, "DONE")
  expect(await checked(service)).toEqual(["DONE"])
})

test.each(["Tests", 4, "4", "1e0", "0x1", "-1"])(
  "there is no criterion %j, and the answer names those there are",
  async (criterion) => {
    const service = await given(create)
    await expectRefused(service, ["task.check", { id: "T-1", agent: "ann", criterion }], "invalid_input")
    await expect(check(service, criterion)).rejects.toThrow("1. Tests pass; 2. Docs updated; 3. 2")
  },
)

test("a task without criteria says so", async () => {
  const service = await given(["task.create", { title: "x" }])
  await expect(check(service, 1)).rejects.toThrow("T-1 has no criteria.")
})

test.each([
  [{ criterion: "" }, ["criterion"]],
  [{ criterion: 0 }, ["criterion"]],
  [{ criterion: 1.5 }, ["criterion"]],
  [{ criterion: 101 }, ["criterion"]],
  [{ criterion: ["x"] }, ["criterion"]],
  [{ criterion: "x".repeat(1001) }, ["criterion"]],
  [{}, ["criterion"]],
  [{ criterion: 1, checked: "yes" }, ["checked"]],
  [{ criterion: 1, evidence: "x".repeat(1001), agent: "upnext" }, ["agent", "evidence"]],
  [{ criterion: 1, evidence: "" }, ["evidence"]],
  [{ criterion: 1, evidence: null }, []],
])("of %j these are wrong: %j", (input, wrong) => {
  expect(problemsOf("task.check", { id: "T-1", ...input })).toEqual(wrong)
})

test("a check raises the version; a repeat adds nothing; other evidence replaces the check", async () => {
  const service = await given(create)
  expect((await check(service, 1)).task.version).toBe(2)
  const { seq } = service.engine
  expect((await check(service, "tests pass", { agent: "bob" })).task).toMatchObject({
    version: 2,
    criteria: [{ check: { by: "ann" } }, {}, {}],
  })
  expect(service.engine.seq).toBe(seq)
  expect((await check(service, 1, { agent: "bob", evidence: "log" })).task).toMatchObject({
    version: 3,
    criteria: [{ check: { by: "bob", evidence: "log" } }, {}, {}],
  })
})

test("a check can be taken back, once", async () => {
  const service = await given(create)
  await check(service, 1)
  await check(service, 2)
  await check(service, 1, { checked: false })
  expect(await checked(service)).toEqual(["Docs updated"])
  const { seq } = service.engine
  await check(service, 1, { checked: false })
  expect(service.engine.seq).toBe(seq)
})

test("an edit that removes a criterion drops its check; the others keep theirs in any order", async () => {
  const service = await given(create)
  await check(service, 1)
  await check(service, 2)
  await service.run("task.edit", { id: "T-1", done_criteria: ["new", "Docs updated"] })
  expect(await checked(service)).toEqual(["Docs updated"])
  await service.run("task.edit", { id: "T-1", done_criteria: ["Tests pass", "Docs updated"] })
  expect(await checked(service)).toEqual(["Docs updated"])
  await service.run("task.edit", { id: "T-1", title: "y" })
  expect(await checked(service)).toEqual(["Docs updated"])
})

test("checks stay when the task is claimed, finished and opened again, and after a restart", async () => {
  const service = await given(create)
  await check(service, 1)
  await service.run("task.claim", { id: "T-1", agent: "ann" })
  await service.run("task.complete", { id: "T-1", agent: "ann" })
  await service.run("task.edit", { id: "T-1", status: "todo" })
  await service.restart()
  expect(await checked(service)).toEqual(["Tests pass"])
})

test("a check by the holder renews the lease, also when repeated; one by another agent does not", async () => {
  const service = await given(create)
  const { lease } = await service.run("task.claim", { id: "T-1", agent: "ann", lease: "10m" })
  const end = async () => Date.parse((await read(service)).lease.expiresAt) - service.now()
  await service.pass(60_000)
  await check(service, 1, { agent: "bob" })
  expect(await end()).toBe(9 * 60_000)
  await check(service, 1)
  expect(await end()).toBe(10 * 60_000)
  await service.pass(60_000)
  await check(service, 2, { agent: undefined, leaseToken: lease.token })
  expect(await end()).toBe(10 * 60_000)
  expect((await read(service)).criteria[1].check.by).toBe("ann")
})

test("a check with a stale token, an old version or an unknown task changes nothing", async () => {
  const service = await given(create)
  const { lease } = await service.run("task.claim", { id: "T-1", agent: "ann" })
  await service.run("task.edit", { id: "T-1", status: "todo" })
  const input = { id: "T-1", agent: "ann", criterion: 1 }
  await expectRefused(service, ["task.check", { ...input, leaseToken: lease.token }], "lease_lost", {
    holder: null,
  })
  await expectRefused(service, ["task.check", input, { versions: [1] }], "version_mismatch", { version: 3 })
  await expectRefused(service, ["task.check", { ...input, id: "T-9" }], "task_not_found")
  await service.run("task.check", input, { versions: [3] })
  expect(await checked(service)).toEqual(["Tests pass"])
})

test("the one who checks joins as an agent; without a name it is anonymous", async () => {
  const service = await given(create)
  await check(service, 1, { agent: undefined })
  await check(service, 2, { agent: "Zoë" })
  const task = await read(service)
  expect([task.criteria[0].check.by, task.criteria[1].check.by]).toEqual(["anonymous", "Zoë"])
  expect(
    (await eventsOf(service)).flatMap((event) => (event.type === "agent.joined" ? event.agent.name : [])),
  ).toEqual(["Zoë"])
})

describe("a task that is finished", () => {
  const claim: Step = ["task.claim", { id: "T-1", agent: "ann" }]
  const complete = (more = {}) => ["task.complete", { id: "T-1", agent: "ann", ...more }] as const
  const strict: Step = ["task.edit", { id: "T-1", metadata: { criteria_required: true } }]
  const met = (...named: (string | number)[]) => ({ criteria: named.map((criterion) => ({ criterion })) })

  test("names the criteria that are left open; when it is said again, too", async () => {
    const service = await given(create, claim, ["task.check", { id: "T-1", agent: "bo", criterion: 2 }])
    const answer = await service.run(...complete())
    expect(answer).toMatchObject({ task: { status: "done", criteriaMet: 1 }, unmet: ["Tests pass", "2"] })
    expect(await service.run(...complete())).toEqual({ ...answer, repeated: true })
  })

  test.each([
    ["has none", { done_criteria: [] }],
    ["meets them all", { done_criteria: ["it works"] }],
  ])("names none where it %s", async (_, fields) => {
    const service = await given(["task.create", { title: "x", ...fields }], claim)
    const named = fields.done_criteria.map((criterion) => ({ criterion }))
    expect(await service.run(...complete({ criteria: named }))).not.toHaveProperty("unmet")
  })

  test("checks off what the request names, with its evidence, in the same commit", async () => {
    const service = await given(create, claim)
    const seq = service.engine.seq
    const criteria = [{ criterion: 1, evidence: "build 214" }, { criterion: "docs UPDATED" }]
    const { task, unmet } = await service.run(...complete({ criteria }))
    expect(unmet).toEqual(["2"])
    expect(task.criteria).toMatchObject([
      { check: { by: "ann", evidence: "build 214" } },
      { check: { by: "ann", evidence: null } },
      { check: null },
    ])
    const after = await eventsOf(service, seq)
    expect(after.map(({ type }) => type)).toEqual(["task.checked", "task.checked", "task.completed"])
    const again = await service.run(...complete({ criteria }))
    expect(again).toMatchObject({ task: { criteriaMet: 2 }, unmet: ["2"] })
    // What only the repeat names would not be checked off.
    const more = complete({ criteria: [{ criterion: "2" }] })
    await expectRefused(service, more, "invalid_transition", { unsaid: ["criteria"] })
    expect(await eventsOf(service, seq)).toEqual(after)
  })

  test("of two claims about one criterion the later counts; one that is checked off so already adds nothing", async () => {
    const service = await given(create, claim, ["task.check", { id: "T-1", agent: "bo", criterion: 2 }])
    const seq = service.engine.seq
    const criteria = [
      { criterion: 1, evidence: "no" },
      { criterion: "tests pass", evidence: "yes" },
      { criterion: 2 },
    ]
    await service.run(...complete({ criteria }))
    expect(await eventsOf(service, seq)).toMatchObject([
      { type: "task.checked", criterion: "Tests pass", evidence: "yes" },
      { type: "task.completed" },
    ])
    expect((await read(service)).criteria[1].check.by).toBe("bo")
  })

  test("all criteria that there are not are named at once, each with the nearest, and nothing changes", async () => {
    const service = await given(create, claim)
    const step = complete(met("Test pass", 1, "docs", 9))
    await expectRefused(service, step, "invalid_input", { task: "T-1", field: "criterion" })
    await expect(service.run(...step)).rejects.toMatchObject({
      errors: [
        {
          path: "criteria.0.criterion",
          message: expect.stringContaining('did you mean "Tests pass"?'),
          received: "Test pass",
        },
        {
          path: "criteria.2.criterion",
          message: expect.stringContaining('did you mean "Docs updated"?'),
          received: "docs",
        },
        { path: "criteria.3.criterion", received: 9 },
      ],
    })
    expect(
      problemsOf("task.complete", { id: "T-1", criteria: [{ criterion: "a", evidence: 1 }, "b"] }),
    ).toEqual(["criteria.0.evidence", "criteria.1"])
  })

  test.each<[string, Partial<Policy>, Step[]]>([
    ["where the server requires them", { criteria: "required" }, []],
    ["where the task requires them", {}, [strict]],
  ])("is not finished before all are met, %s", async (_, policy, steps) => {
    const service = await givenPolicy(policy, create, ...steps, claim)
    const facts = { task: "T-1", status: "doing", criteria: ["Docs updated", "2"] }
    await expectRefused(service, complete(met("tests pass")), "criteria_unmet", facts)
    await expect(service.run(...complete(met(1)))).rejects.toThrow(
      "T-1 has 2 criteria that are not met: Docs updated; 2.",
    )
    await check(service, "2")
    await expect(service.run(...complete(met(1)))).rejects.toThrow(
      "T-1 has a criterion that is not met: Docs updated.",
    )
    expect(await service.run(...complete(met(1, 2)))).toMatchObject({
      task: { status: "done", criteriaMet: 3 },
    })
  })

  test.each(["done", "review"])("nor by an edit to %s of the one who does it", async (status) => {
    const service = await given(create, ["task.edit", { id: "T-1", reviewer: "rea" }], strict, claim)
    const edit = ["task.edit", { id: "T-1", status }, { actor: "ANN" }] as const
    await expectRefused(service, edit, "criteria_unmet", { criteria })
    for (const each of criteria) await check(service, each)
    if (status === "done") await expectRefused(service, edit, "review_required")
    else expect((await service.run(...edit)).task.status).toBe("review")
  })

  test("an edit that changes the criteria is judged by the new ones", async () => {
    const service = await given(create, strict, claim)
    for (const each of criteria) await check(service, each)
    const edit = { id: "T-1", status: "done" }
    await expectRefused(
      service,
      ["task.edit", { ...edit, done_criteria: [...criteria, "new"] }, { actor: "ann" }],
      "criteria_unmet",
      { criteria: ["new"] },
    )
    await service.run("task.edit", { ...edit, done_criteria: criteria.slice(1) }, { actor: "ann" })
    expect((await read(service)).status).toBe("done")
  })

  test.each<[string, Step]>([
    ["by anyone else", ["task.edit", { id: "T-1", status: "done" }, { actor: "pat" }]],
    ["to another status", ["task.edit", { id: "T-1", status: "blocked" }, { actor: "ann" }]],
    ["by a release", ["task.release", { id: "T-1", agent: "ann" }]],
  ])("the criteria are not asked for where it is moved %s", async (_, step) => {
    const service = await given(create, strict, claim, step)
    expect((await read(service)).status).not.toBe("doing")
  })

  test("nor where the metadata says false, or a review approves it", async () => {
    const service = await given(
      create,
      ["task.edit", { id: "T-1", reviewer: "rea", metadata: { criteria_required: false } }],
      claim,
      complete(),
      strict,
      ["task.review", { id: "T-1", reviewer: "rea", decision: "approve" }],
    )
    expect((await read(service)).status).toBe("done")
    expect(problemsOf("task.create", { title: "x", metadata: { criteria_required: "yes" } })).toEqual([
      "metadata.criteria_required",
    ])
  })

  test("every face's hint says how to check them off", () => {
    const facts = { task: "T-7", criteria: ["a"] }
    expect(inHttp("criteria_unmet", facts)).toMatch(
      /`criteria` of POST \/tasks\/T-7\/complete.*\/tasks\/T-7\/criteria/,
    )
    expect(inShell("criteria_unmet", facts)).toMatch(/`upnext done T-7 --met a /)
    expect(sayRefusal({ code: "criteria_unmet", status: 409, title: "t", detail: "d", facts }).wayOn).toMatch(
      /Check off/,
    )
  })
})

describe("who says done after another agent is told what is possible", () => {
  const words = (facts: Facts) =>
    sayRefusal({ code: "invalid_transition", status: 409, title: "t", detail: "d", facts }).wayOn
  test.each([
    [
      "done",
      { status: "done" },
      /PATCH \/tasks\/T-1 .*opens it again/,
      /upnext reopen T-1` opens it again/,
      /reopen it/,
    ],
    [
      "review",
      { status: "review", reviewer: "rea" },
      /rea may decide: POST/,
      /rea may decide: `upnext/,
      /rea can approve/,
    ],
  ])("of a task in %s", async (status, more, http, shell, page) => {
    const service = await given(
      ["task.create", { title: "x", reviewer: status === "review" ? "rea" : null }],
      ["task.claim", { id: "T-1", agent: "ann" }],
      ["task.complete", { id: "T-1", agent: "ann" }],
    )
    const facts = { task: "T-1", ...more }
    await expectRefused(service, ["task.complete", { id: "T-1", agent: "bob" }], "invalid_transition", facts)
    await expectRefused(service, ["task.release", { id: "T-1", agent: "bob" }], "invalid_transition", facts)
    expect(inHttp("invalid_transition", facts)).toMatch(http)
    expect(inShell("invalid_transition", facts)).toMatch(shell)
    expect(words(facts)).toMatch(page)
  })
})
