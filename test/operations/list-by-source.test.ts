import { expect, test } from "vitest"
import { given, problemsOf, type Service } from "../support/service.ts"

const plan = "checklist:o/n/specs/001-a"

async function bring(service: Service, sources: readonly string[]): Promise<string> {
  const { import: begun } = await service.run("import.begin", {
    kind: "checklist",
    name: "specs",
    origin: "o/n",
  })
  const tasks = sources.map((source) => ({ source, title: source }))
  await service.run("import.add", { import: begun.id, tasks })
  await service.run("import.end", { id: begun.id })
  return begun.id as string
}

async function sourcesOf(service: Service, source: string, more = {}): Promise<string[]> {
  const { tasks, total } = await service.run("task.list", { source, ...more })
  const sources = tasks.map((task: { source: string }) => task.source.replace("checklist:o/n/specs/", ""))
  if (Object.keys(more).length === 0) expect(total).toBe(sources.length)
  return sources
}

const all = ["001-a#T001", "001-a#T002", "001-ab#T001", "001-a/more#T001", "001-a#T001 again", "001-A#T001"]

test.each([
  [plan, ["001-a#T001", "001-a#T002", "001-a/more#T001", "001-a#T001 again"]],
  [`${plan}#T001`, ["001-a#T001"]],
  [`${plan}#T00`, []],
  [`${plan}/more`, ["001-a/more#T001"]],
  [`${plan}b`, ["001-ab#T001"]],
  ["checklist:o/n", all],
  ["checklist:o", all],
  ["checklist", []],
  ["checklist:O/n", []],
])("the tasks of the source %s", async (source, expected) => {
  const service = await given(["task.create", { title: "without a source" }])
  await bring(
    service,
    all.map((name) => `checklist:o/n/specs/${name}`),
  )
  expect(new Set(await sourcesOf(service, source))).toEqual(new Set(expected))
  await service.expectFold()
})

test("pages and other filters go with it, and tasks that are done are listed", async () => {
  const service = await given()
  await bring(
    service,
    all.map((name) => `checklist:o/n/specs/${name}`),
  )
  await service.run("task.complete", { id: "T-2", agent: "ann", claim: true })
  expect(await sourcesOf(service, plan, { status: ["done"] })).toEqual(["001-a#T002"])
  const first = await service.run("task.list", { source: plan, limit: 3, sort: "created" })
  const second = await service.run("task.list", {
    source: plan,
    limit: 3,
    sort: "created",
    cursor: first.next,
  })
  expect([...first.tasks, ...second.tasks].map(({ id }: { id: string }) => id)).toEqual([
    "T-1",
    "T-2",
    "T-4",
    "T-5",
  ])
  expect([first.total, second.next]).toEqual([4, null])
})

test("a task that is deleted, or whose import is taken back, is not listed until it is there again", async () => {
  const service = await given()
  await bring(service, [`${plan}#T001`])
  const second = await bring(service, [`${plan}#T001`, `${plan}#T002`])
  await service.run("task.delete", { id: "T-1" })
  expect(await sourcesOf(service, plan)).toEqual(["001-a#T002"])
  await service.run("task.restore", { id: "T-1" })
  expect(await sourcesOf(service, plan)).toHaveLength(2)
  await service.run("import.abort", { id: second })
  expect(await sourcesOf(service, plan)).toEqual(["001-a#T001"])
  await service.expectFold()
})

test("a source that no task can have is refused", () => {
  for (const source of ["", "x".repeat(451), "two\nlines"])
    expect(problemsOf("task.list", { source }), source).toEqual(["source"])
})
