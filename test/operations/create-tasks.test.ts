import { expect, test } from "vitest"
import {
  dump,
  eventsOf,
  expectRefused,
  given,
  problemsOf,
  startService,
  type Service,
} from "../support/service.ts"

/** The ids and blockers of the tasks that an answer shows. */
const waits = ({ tasks }: { tasks: { id: string; blockedBy: string[] }[] }) =>
  tasks.map(({ id, blockedBy }) => [id, ...blockedBy])

test("several tasks are created in their order, and `#ref` names one of them before or after", async () => {
  const service = await given(["task.create", { title: "old" }])
  const answer = await service.run("task.createMany", {
    tasks: [
      { title: "ship", blockedBy: ["#test", "t-1", "#build", "#test"] },
      { ref: "build", title: "build" },
      { ref: "test", title: "test", blockedBy: ["#build"] },
    ],
  })
  expect(waits(answer)).toEqual([["T-2", "T-4", "T-1", "T-3"], ["T-3"], ["T-4", "T-3"]])
  expect(answer.refs).toEqual({ build: "T-3", test: "T-4" })
  expect(answer.tasks.map(({ ready }: { ready: boolean }) => ready)).toEqual([false, true, false])
  for (const { id } of answer.tasks)
    expect((await service.run("task.read", { id })).task).toEqual(
      answer.tasks.find((task: { id: string }) => task.id === id),
    )
  expect((await service.run("task.next", { agent: "ann" })).task.id).toBe("T-1")
})

test("a new task may have criteria that are met; those it does not have are named with all else that is wrong", async () => {
  const service = await startService()
  const { tasks } = await service.run("task.createMany", {
    tasks: [
      { title: "a", done_criteria: ["one", "two"], met: [{ criterion: 2, evidence: "seen" }] },
      { title: "b", done_criteria: ["one"], met: [{ criterion: "ONE" }] },
      { title: "c" },
    ],
    createdBy: "ann",
  })
  const checked = (task: {
    criteria: { text: string; check: { by: string; evidence: string | null } | null }[]
  }) => task.criteria.map(({ text, check }) => [text, check && [check.by, check.evidence]])
  expect(tasks.map(checked)).toEqual([
    [
      ["one", null],
      ["two", ["ann", "seen"]],
    ],
    [["one", ["ann", null]]],
    [],
  ])
  const wrong = service.run("task.createMany", {
    tasks: [
      { title: "a", done_criteria: ["one"], met: [{ criterion: "two" }] },
      { title: "b", blockedBy: ["T-99"], met: [{ criterion: 1 }] },
    ],
  })
  const paths = ["tasks.0.met.0.criterion", "tasks.1.blockedBy.0", "tasks.1.met.0.criterion"]
  await expect(wrong).rejects.toMatchObject({ errors: paths.map((path) => ({ path })) })
})

test("a batch leaves the board as creating its tasks one after another does, with the same events", async () => {
  const tasks = [
    { title: "a", assignee: "Bo", reviewer: "mira", tags: ["x", "x"], priority: "p1" },
    { title: "b", assignee: "bO", done_criteria: ["c"], eta: "2h", metadata: { d: null } },
    { title: "c", status: "doing", blockedBy: ["T-1"], dueAt: "2030-01-03T00:00:00.000Z" },
  ]
  const [one, other] = [await startService(), await startService()]
  const [first, second, third] = tasks
  const batch = [{ ...first, ref: "a" }, second, { ...third, blockedBy: ["#a"] }]
  await one.run("task.createMany", { tasks: batch }, { actor: "ann" })
  for (const task of tasks) await other.run("task.create", task, { actor: "ann" })
  const facts = async (service: Service) =>
    (await eventsOf(service)).map((event) => JSON.stringify(event)).sort()
  expect(await facts(one)).toEqual(await facts(other))
  expect((await one.run("task.list")).tasks).toEqual((await other.run("task.list")).tasks)
})

test("`parent` and `discoveredFrom` may name tasks of the batch too, before or after", async () => {
  const service = await given(["task.create", { title: "old" }])
  const { tasks } = await service.run("task.createMany", {
    tasks: [
      { title: "part", parent: "#whole" },
      { title: "found", discoveredFrom: "#whole", parent: "t-1" },
      { ref: "whole", title: "whole", discoveredFrom: "T-1" },
      { title: "last part", parent: "#whole" },
    ],
  })
  expect(
    tasks.map(({ parent, discoveredFrom, children, ready }: Record<string, unknown>) => [
      ...[parent, discoveredFrom, children, ready],
    ]),
  ).toEqual([
    ["T-4", null, null, true],
    ["T-1", "T-4", null, true],
    [null, "T-1", { total: 2, done: 0 }, false],
    ["T-4", null, null, true],
  ])
  expect((await service.run("task.read", { id: "T-1" })).task).toMatchObject({
    ready: false,
    children: { total: 1, done: 0 },
  })
})

test("a part that waits for its whole is refused, and a task without a ref is named by its place", async () => {
  const service = await startService()
  const tasks = [
    { title: "other" },
    { title: "part", parent: "#a", blockedBy: ["#a"] },
    { ref: "a", title: "whole" },
  ]
  await expectRefused(service, ["task.createMany", { tasks }], "dependency_cycle", {
    path: ["tasks.1", "#a", "tasks.1"],
  })
})

test("a plan of 300 tasks in four levels with 400 edges is one commit", async () => {
  const service = await startService()
  const commits: number[] = []
  const answer = await service.run("task.createMany", { tasks: plan(300, 400) })
  for await (const { commands } of service.log.read(0)) commits.push(commands.length)
  expect(commits).toEqual([1])
  expect(answer.tasks).toHaveLength(300)
  expect(answer.tasks.flatMap(({ blockedBy }: { blockedBy: string[] }) => blockedBy)).toHaveLength(400)
  expect(await eventsOf(service)).toHaveLength(300)
})

/** Tasks in four levels; each below the first waits for some of the level above. */
function plan(count: number, edges: number) {
  const level = count / 4
  return Array.from({ length: count }, (_, i) => {
    const above = Math.floor(i / level) - 1
    const many = Math.floor(edges / (count - level)) + (i - level < edges % (count - level) ? 1 : 0)
    const blockedBy = Array.from(
      { length: above < 0 ? 0 : many },
      (_, j) => `#t${above * level + ((i + j) % level)}`,
    )
    return { ref: `t${i}`, title: `task ${i}`, blockedBy }
  })
}

test.each<[string, object, string[]]>([
  ["no tasks", {}, ["tasks"]],
  ["none in the list", { tasks: [] }, ["tasks"]],
  ["501 of them", { tasks: Array(501).fill({ title: "x", blockedBy: ["#y"] }) }, ["tasks"]],
  ["no list", { tasks: { title: "x" } }, ["tasks"]],
  ["something else in the list", { tasks: [{ title: "x" }, null, "y"] }, ["tasks.1", "tasks.2"]],
  ["a task without a title", { tasks: [{ title: "x" }, {}] }, ["tasks.1.title"]],
  ["a field with a fault", { tasks: [{ title: "x", eta: "soon" }] }, ["tasks.0.eta"]],
  ["an unknown field in a task", { tasks: [{ title: "x", asignee: "y" }] }, ["tasks.0"]],
  ["an unknown field beside them", { tasks: [{ title: "x" }], dryrun: true }, [""]],
  ["an empty ref", { tasks: [{ title: "x", ref: "" }] }, ["tasks.0.ref"]],
  ["a ref with a space", { tasks: [{ title: "x", ref: "a b" }] }, ["tasks.0.ref"]],
  ["a ref with its mark", { tasks: [{ title: "x", ref: "#a" }] }, ["tasks.0.ref"]],
  ["a ref of 65 characters", { tasks: [{ title: "x", ref: "x".repeat(65) }] }, ["tasks.0.ref"]],
  [
    "a ref twice",
    {
      tasks: [
        { title: "x", ref: "a" },
        { title: "y", ref: "a" },
      ],
    },
    ["tasks.1.ref"],
  ],
  [
    "an unknown ref",
    { tasks: [{ title: "x", ref: "a", blockedBy: ["T-1", "#b"] }] },
    ["tasks.0.blockedBy.1"],
  ],
  [
    "a ref in another case",
    { tasks: [{ title: "x", ref: "a", blockedBy: ["#A"] }] },
    ["tasks.0.blockedBy.0"],
  ],
  ["an unknown parent", { tasks: [{ title: "x", ref: "a", parent: "#b" }] }, ["tasks.0.parent"]],
  ["an unknown origin", { tasks: [{ title: "x", discoveredFrom: "#b" }] }, ["tasks.0.discoveredFrom"]],
  ["a parent that is neither", { tasks: [{ title: "x", parent: "b" }] }, ["tasks.0.parent"]],
  [
    "a blocker that is neither",
    { tasks: [{ title: "x", ref: "a", blockedBy: ["a"] }] },
    ["tasks.0.blockedBy.0"],
  ],
  ["a bare mark", { tasks: [{ title: "x", blockedBy: ["#"] }] }, ["tasks.0.blockedBy.0"]],
  ["a dry run that is no boolean", { tasks: [{ title: "x" }], dryRun: 1 }, ["dryRun"]],
])("a batch with %s is refused, and the place named", (_, input, paths) => {
  expect(problemsOf("task.createMany", input).sort()).toEqual(paths)
})

test("500 tasks are within the limit, and so is every letter in a ref", () => {
  expect(problemsOf("task.createMany", { tasks: Array(500).fill({ title: "x" }) })).toEqual([])
  const tasks = [
    { title: "x", ref: "Prüfung.2_b-c" },
    { title: "y", blockedBy: [" #Prüfung.2_b-c "] },
  ]
  expect(problemsOf("task.createMany", { tasks })).toEqual([])
})

test("faults of fields, refs used twice and unknown refs are all named at once", () => {
  const tasks = [
    { title: "", ref: "a", blockedBy: ["#zzz"] },
    { title: "x", ref: "a", eta: "soon", unknown: 1 },
    { title: "x", blockedBy: "#nothing" },
  ]
  expect(problemsOf("task.createMany", { tasks }).sort()).toEqual([
    "tasks.0.blockedBy.0",
    "tasks.0.title",
    "tasks.1",
    "tasks.1.eta",
    "tasks.1.ref",
    "tasks.2.blockedBy",
  ])
})

test("what only the board can tell is named at once too, and nothing is created", async () => {
  const service = await given(["task.create", { title: "old" }], ["task.delete", { id: "T-1" }])
  const tasks = [
    { title: "a", blockedBy: ["#b", "T-1", "T-3"], reviewer: "auto" },
    { title: "b", ref: "b", status: "doing" },
    { title: "c", createdBy: "bo" },
  ]
  await expectRefused(service, ["task.createMany", { tasks }], "invalid_input")
  await expect(service.run("task.createMany", { tasks })).rejects.toMatchObject({
    message: "Nothing was created: there are 5 errors.",
    errors: [
      { path: "tasks.0.blockedBy.1", message: "T-1 was deleted", received: "T-1" },
      // Not even where the batch itself would get to that number.
      { path: "tasks.0.blockedBy.2", message: "there is no task T-3", received: "T-3" },
      { path: "tasks.0.reviewer", received: "auto" },
      { path: "tasks.1.assignee" },
      { path: "tasks.2.createdBy", received: "bo" },
    ],
  })
  expect((await service.run("task.create", { title: "next" })).task.id).toBe("T-2")
})

test("all tasks of a batch have one creator: the one named beside them, else the sender", async () => {
  const service = await startService()
  const tasks = [{ title: "a", createdBy: "ANN" }, { title: "b" }]
  const creators = async (input: object, actor?: string) =>
    (
      await service.run("task.createMany", { tasks, ...input }, actor === undefined ? {} : { actor })
    ).tasks.map(({ createdBy }: { createdBy: string }) => createdBy)
  expect(await creators({}, "ann")).toEqual(["ann", "ann"])
  expect(await creators({ createdBy: "ann" }, "bo")).toEqual(["ann", "ann"])
  await expectRefused(service, ["task.createMany", { tasks }], "invalid_input")
})

test.each<[string, { ref?: string; blockedBy: string[] }[], string[]]>([
  ["itself", [{ ref: "a", blockedBy: ["#a"] }], ["#a", "#a"]],
  [
    "each other",
    [
      { ref: "a", blockedBy: ["#b"] },
      { ref: "b", blockedBy: ["#a"] },
    ],
    ["#a", "#b", "#a"],
  ],
  [
    "each other, behind others",
    [
      { blockedBy: ["#a", "#d"] },
      { ref: "a", blockedBy: ["#d", "#b"] },
      { ref: "b", blockedBy: ["#c"] },
      { ref: "c", blockedBy: ["#d", "#a"] },
      { ref: "d", blockedBy: [] },
    ],
    ["#a", "#b", "#c", "#a"],
  ],
])("tasks that wait for %s are refused, and the path named", async (_, links, path) => {
  const service = await startService()
  const tasks = links.map((link) => ({ title: "x", ...link }))
  await expectRefused(service, ["task.createMany", { tasks }], "dependency_cycle", { path })
})

test("every circle is named, at a task of it", async () => {
  const service = await startService()
  const tasks = [
    { title: "fine" },
    { title: "x", ref: "a", blockedBy: ["#a"] },
    { title: "x", ref: "b", blockedBy: ["#c"] },
    { title: "x", ref: "c", blockedBy: ["#b"] },
  ]
  await expect(service.run("task.createMany", { tasks })).rejects.toMatchObject({
    code: "dependency_cycle",
    message: "Nothing was created, because of a cycle: #a waits for #a.",
    errors: [
      { path: "tasks.1", message: "waits for itself: #a waits for #a" },
      { path: "tasks.2", message: "waits for itself: #b waits for #c waits for #b" },
    ],
  })
})

test("a dry run answers what would be created, and leaves the board and the log as they were", async () => {
  const service = await given(["task.create", { title: "old", assignee: "bo" }])
  const input = {
    tasks: [
      { ref: "a", title: "a", blockedBy: ["#b"] },
      { ref: "b", title: "b", assignee: "new" },
    ],
  }
  const before = dump(service.board)
  const { seq } = service.engine
  const dry = await service.run("task.createMany", { ...input, dryRun: true }, { idempotencyKey: "k" })
  expect(dump(service.board)).toEqual(before)
  expect(service.engine.seq).toBe(seq)
  expect(dry.refs).toEqual({ a: "T-2", b: "T-3" })
  expect(dry.tasks.map(({ ready }: { ready: boolean }) => ready)).toEqual([false, true])
  expect(await service.run("task.createMany", input)).toEqual(dry)
  await expect(
    service.run("task.createMany", { tasks: [{ title: "x", blockedBy: ["T-9"] }], dryRun: true }),
  ).rejects.toMatchObject({
    code: "invalid_input",
  })
})

test("a repeat under one key gets the first answer, also after a restart, and creates nothing", async () => {
  const service = await startService()
  const repeat = () =>
    service.run(
      "task.createMany",
      { tasks: [{ ref: "a", title: "a" }, { title: "b" }] },
      { idempotencyKey: "k" },
    )
  const first = await repeat()
  await service.restart()
  expect(await Promise.all([repeat(), repeat()])).toEqual([first, first])
  expect((await service.run("task.list")).total).toBe(2)
})

test("those who are assigned a task of a batch find it in their inbox, and a waiting claim gets a ready one", async () => {
  const service = await given(["agent.describe", { name: "bo" }])
  const waiting = service.run("task.claimNext", { agent: "ann", wait: "30s" })
  const tasks = [
    { title: "last", blockedBy: ["#first"] },
    { title: "for bo", assignee: "bo" },
    { ref: "first", title: "first" },
  ]
  await service.run("task.createMany", { tasks })
  expect((await waiting).task.title).toBe("first")
  expect((await service.run("inbox.list", { name: "bo" })).inbox).toMatchObject([
    { kind: "assigned", task: "T-2" },
  ])
})

test("a circle that runs through the parent of a new task is refused, and named by ids and refs", async () => {
  const service = await given(
    ["task.create", { title: "the whole" }],
    ["task.create", { title: "after it", blockedBy: ["T-1"] }],
  )
  const tasks = [
    { title: "free", parent: "T-1" },
    { ref: "part", title: "a part", parent: "T-1", blockedBy: ["T-2"] },
  ]
  await expectRefused(service, ["task.createMany", { tasks }], "dependency_cycle", {
    path: ["#part", "T-2", "T-1", "#part"],
  })
  await service.run("task.createMany", { tasks: [{ title: "a part", parent: "T-1" }, { title: "alone" }] })
  expect((await service.run("task.read", { id: "T-1" })).task.children).toEqual({ total: 1, done: 0 })
})
