import { expect, test } from "vitest"
import { eventsOf, expectRefused, given, problemsOf, type Service, type Step } from "../support/service.ts"

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
  await expect(check(service, 1)).rejects.toThrow("The task has no criteria.")
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
