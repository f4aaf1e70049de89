import { describe, expect, test } from "vitest"
import { createRandom } from "../support/random.ts"
import {
  dump,
  eventsOf,
  expectRefused,
  given,
  problemsOf,
  startService,
  type Service,
  type Step,
} from "../support/service.ts"

type Told = Exclude<Step, number>
const byAnn = { actor: "ann" }
const create = (fields: object = {}): Told => ["task.create", { title: "a task", ...fields }, byAnn]
const editMany = (input: object): Told => ["task.editMany", { ...input }, byAnn]
const some = (count: number, fields: object = {}) => Array.from({ length: count }, () => create(fields))
const idsOf = ({ tasks }: { tasks: readonly { id: string }[] }) => tasks.map(({ id }) => id)
const codesOf = ({ refused }: { refused: readonly { id: string; code: string }[] }) =>
  refused.map(({ id, code }) => [id, code])

async function commitsOf(service: Service, after = 0): Promise<number[]> {
  const lengths: number[] = []
  for await (const { commands } of service.log.read(after)) lengths.push(commands.length)
  return lengths
}

test("the tasks are changed by one command in one commit, and answered in the order of the request", async () => {
  const service = await given(...some(3))
  const { seq } = service.engine
  const answer = await service.run(
    ...editMany({ ids: ["T-3", "T-1"], changes: { priority: "p1", tags: ["x"] } }),
  )
  expect(await commitsOf(service, seq)).toEqual([1])
  expect(answer.refused).toEqual([])
  expect(answer.tasks).toMatchObject([
    { id: "T-3", priority: "P1", tags: ["x"], version: 2 },
    { id: "T-1", priority: "P1", tags: ["x"], version: 2 },
  ])
  expect(answer.tasks[0]).not.toHaveProperty("description")
  expect((await service.run("task.read", { id: "T-2" })).task).toMatchObject({ priority: "P2", version: 1 })
})

test("they change as by one edit after another, with the same events", async () => {
  const steps: Told[] = [
    ...some(3),
    create({ reviewer: "mira" }),
    ["task.claim", { id: "T-2", agent: "bob" }],
    ["task.claim", { id: "T-3", agent: "ann" }],
    create({ blockedBy: ["T-1"] }),
  ]
  const [one, other] = [await given(...steps), await given(...steps)]
  const ids = ["T-1", "T-2", "T-3", "T-4", "T-5"]
  for (const changes of [
    { assignee: "newcomer", reviewer: "Judge", metadata: { a: 1 } },
    { priority: "P0", eta: "2h", dueAt: "2030-02-01T00:00:00.000Z" },
    { status: "blocked", reason: "paint is out" },
    { status: "todo", assignee: null },
  ]) {
    const answer = await one.run(...editMany({ ids, changes }))
    for (const id of ids)
      if (idsOf(answer).includes(id)) await other.run("task.edit", { id, ...changes }, byAnn)
    expect(await eventsOf(one)).toEqual(await eventsOf(other))
  }
  expect((await one.run("task.list")).tasks).toEqual((await other.run("task.list")).tasks)
})

test("a task that cannot be changed says why, in the words of a refusal, and the others change", async () => {
  const service = await given(
    ...some(4),
    ["task.delete", { id: "T-2" }],
    ["task.edit", { id: "T-4", blockedBy: ["T-3"] }],
  )
  const { seq } = service.engine
  const answer = await service.run(
    ...editMany({ ids: ["T-9", "T-1", "T-2", "T-3", "T-4"], changes: { blockedBy: ["T-4"] } }),
  )
  expect(idsOf(answer)).toEqual(["T-1"])
  const alone = async (id: string) =>
    service.run("task.edit", { id, blockedBy: ["T-4"] }).catch((error: unknown) => error)
  const refusals = []
  for (const id of ["T-9", "T-2", "T-3", "T-4"]) refusals.push([id, await alone(id)] as const)
  expect(answer.refused).toEqual(
    refusals.map(([id, error]) => {
      const { code, message: detail, facts, errors } = error as Record<string, unknown>
      return { id, code, detail, facts, ...(errors !== undefined && { errors }) }
    }),
  )
  expect(codesOf(answer)).toEqual([
    ["T-9", "task_not_found"],
    ["T-2", "task_deleted"],
    ["T-3", "dependency_cycle"],
    ["T-4", "dependency_cycle"],
  ])
  expect((await eventsOf(service, seq)).map((event) => "task" in event && event.task)).toEqual(["T-1"])
})

test("an id that is given twice, in whatever form, counts once", async () => {
  const service = await given(...some(1))
  const answer = await service.run(
    ...editMany({ ids: ["T-1", "t-1", " T-1 ", "T-7", "t-7"], changes: { eta: "1h" } }),
  )
  expect([idsOf(answer), codesOf(answer)]).toEqual([["T-1"], [["T-7", "task_not_found"]]])
  expect(service.board.tasks.get(1)?.version).toBe(2)
})

test("a task that has the values already is among the tasks, and nothing is written", async () => {
  const service = await given(...some(2))
  const { seq } = service.engine
  const answer = await service.run(...editMany({ ids: ["T-1", "T-2", "T-8"], changes: { title: "a task" } }))
  expect([idsOf(answer), codesOf(answer)]).toEqual([["T-1", "T-2"], [["T-8", "task_not_found"]]])
  expect(service.engine.seq).toBe(seq)
})

test("an agent that is named for the first time joins once", async () => {
  const service = await given(...some(3))
  const changes = { assignee: "Neo", reviewer: "Judge" }
  const answer = await service.run(...editMany({ ids: ["T-1", "T-2", "T-3"], changes }))
  expect(answer.tasks).toMatchObject(Array(3).fill(changes))
  const joined = (await eventsOf(service)).filter(({ type }) => type === "agent.joined")
  expect(joined).toHaveLength(service.board.agents.size)
})

test.each([1, 2, 3])("no order of the ids makes a circle, or another answer, seed %i", async (seed) => {
  const random = createRandom(seed)
  const id = () => `T-${1 + random.below(9)}`
  let accepted = 0
  for (let round = 0; round < 40; round++) {
    const links: Told[] = Array.from({ length: 8 }, () => [
      "task.edit",
      { id: id(), ...(random.chance(0.5) ? { blockedBy: [id()] } : { parent: id() }) },
    ])
    const ids = [id(), id(), id(), id()]
    const changes = {
      ...(random.chance(0.7) && { blockedBy: [id(), id()].slice(random.below(2)) }),
      ...(random.chance(0.7) && { parent: random.chance(0.8) ? id() : null }),
      priority: "P0",
    }
    const ends = []
    for (const order of [ids, ids.toReversed()]) {
      const service = await given(...some(9))
      for (const link of links) await service.run(...link).catch(() => undefined)
      const answer = await service.run(...editMany({ ids: order, changes }))
      accepted += idsOf(answer).length
      const { tasks } = await service.run("task.list")
      expect(circleIn(tasks)).toBeUndefined()
      ends.push([tasks, codesOf(answer).sort()])
    }
    expect(ends[0]).toEqual(ends[1])
  }
  expect(accepted).toBeGreaterThan(100)
})

interface Linked {
  readonly id: string
  readonly blockedBy: readonly string[]
  readonly parent: string | null
}

/** A task that waits for itself, its children counted among what it waits for. */
function circleIn(tasks: readonly Linked[]): string | undefined {
  const waitsFor = (id: string) => [
    ...(tasks.find((task) => task.id === id)?.blockedBy ?? []),
    ...tasks.filter(({ parent }) => parent === id).map((child) => child.id),
  ]
  const reach = (id: string, seen = new Set<string>()): Set<string> => {
    for (const next of waitsFor(id)) if (!seen.has(next)) reach(next, seen.add(next))
    return seen
  }
  return tasks.map(({ id }) => id).find((id) => reach(id).has(id))
}

describe("a filter", () => {
  const steps = [
    ...some(2, { tags: ["paint"], project: "hall" }),
    create({ title: "buy brushes", priority: "P0", project: "hall" }),
    create({ status: "blocked" }),
  ]
  test.each<[object]>([
    [{ tag: "paint" }],
    [{ project: ["hall"], notTag: ["paint"] }],
    [{ q: "brush" }],
    [{ status: "blocked" }],
    [{ ids: ["T-1", "T-4", "T-77"], ready: true }],
    [{ createdBy: "ann", priority: ["P2"], updatedSince: "2029-01-01T00:00:00Z" }],
    [{ needs: "ann" }],
    [{ status: "done" }],
  ])("%j chooses what the list of tasks would", async (filter) => {
    const service = await given(...steps)
    const listed = idsOf(await service.run("task.list", { sort: "created", ...filter }))
    const answer = await service.run(...editMany({ filter, changes: { eta: "3h" } }))
    expect(idsOf(answer).sort()).toEqual(listed.sort())
    expect(answer.refused).toEqual([])
  })

  test.each([{}, { tag: [] }, { notTag: [], notAssignee: [] }])(
    "%j fits all, so it is refused",
    async (filter) => {
      const service = await given(...steps)
      await expectRefused(service, editMany({ filter, changes: { eta: "3h" } }), "invalid_input")
    },
  )

  test("that fits 501 tasks is refused with their number, and one that fits 500 is taken", async () => {
    const service = await startService()
    const tasks = Array.from({ length: 500 }, (_, i) => ({ title: `task ${i}`, tags: ["many"] }))
    await service.run("task.createMany", { tasks })
    const wish = editMany({ filter: { tag: "many" }, changes: { priority: "P3" } })
    expect(idsOf(await service.run(...wish))).toHaveLength(500)
    await service.run("task.create", { title: "one more", tags: ["many"] })
    await expectRefused(service, wish, "invalid_input", { total: 501 })
    await expect(service.run(...wish)).rejects.toThrow("matches 501 tasks")
  })
})

test.each<[string, object]>([
  ["neither ids nor a filter", { changes: { eta: "1h" } }],
  ["ids and a filter", { ids: ["T-1"], filter: { tag: "a" }, changes: { eta: "1h" } }],
  ["nothing to change", { ids: ["T-1"], changes: {} }],
])("%s is refused", async (_, input) => {
  await expectRefused(await given(...some(1)), editMany(input), "invalid_input")
})

test.each<[string, object, string[]]>([
  ["no ids in the list", { ids: [], changes: { eta: "1h" } }, ["ids"]],
  ["501 ids", { ids: Array(501).fill("T-1"), changes: {} }, ["ids"]],
  ["something else than an id", { ids: ["T-1", "one"], changes: {} }, ["ids.1"]],
  ["an unknown filter", { filter: { sort: "due" }, changes: {} }, ["filter"]],
  ["a filter with a fault", { filter: { status: ["todo", "x"] }, changes: {} }, ["filter.status.1"]],
  ["no changes", { ids: ["T-1"] }, ["changes"]],
  ["an unknown field", { ids: ["T-1"], changes: { asignee: "x" } }, ["changes"]],
  ["a field with a fault", { ids: ["T-1"], changes: { eta: "soon" } }, ["changes.eta"]],
  ["a lease token, which is of one task", { ids: ["T-1"], changes: { leaseToken: "x" } }, ["changes"]],
])("%s is refused, and the place named", (_, input, paths) => {
  expect(problemsOf("task.editMany", input)).toEqual(paths)
})

test("what would be more than 1 MiB in the log is refused, and nothing is changed", async () => {
  const service = await startService()
  await service.run("task.createMany", { tasks: Array(20).fill({ title: "x" }) })
  const ids = Array.from({ length: 20 }, (_, i) => `T-${i + 1}`)
  const changes = { description: "é".repeat(32 * 1024) }
  await expectRefused(service, editMany({ ids, changes }), "invalid_input", { field: "changes" })
  expect(idsOf(await service.run(...editMany({ ids: ids.slice(0, 15), changes })))).toHaveLength(15)
})

test("a repeat with its key gets the first answer, with what was refused, and changes nothing", async () => {
  const service = await given(...some(2))
  const key = { ...byAnn, idempotencyKey: "k" }
  const wish = ["task.editMany", { ids: ["T-1", "T-9"], changes: { eta: "1h" } }, key] as const
  const first = await service.run(...wish)
  await service.run("task.edit", { id: "T-1", eta: "2h" })
  await service.restart()
  const before = dump(service.board)
  expect(await service.run(...wish)).toEqual(first)
  expect(dump(service.board)).toEqual(before)
  await expectRefused(
    service,
    ["task.editMany", { ids: ["T-2"], changes: { eta: "1h" } }, key],
    "idempotency_mismatch",
  )
})

test("one undo takes all of it back, and nothing where one of them was changed since", async () => {
  const service = await given(...some(3))
  await service.run(...editMany({ ids: ["T-1", "T-2", "T-3"], changes: { priority: "P0" } }))
  await service.run("task.edit", { id: "T-2", priority: "P1" }, { actor: "bob" })
  await expectRefused(service, ["command.undo", {}, byAnn], "undo_blocked", {
    task: "T-2",
    field: "priority",
  })
  await service.run("command.undo", {}, { actor: "bob" })
  const { tasks } = await service.run("command.undo", {}, byAnn)
  expect([...tasks].sort()).toEqual(["T-1", "T-2", "T-3"])
  const { tasks: now } = await service.run("task.list")
  expect(now.map(({ priority }: { priority: string }) => priority)).toEqual(["P2", "P2", "P2"])
})
