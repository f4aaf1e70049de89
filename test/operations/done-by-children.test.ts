import { describe, expect, test } from "vitest"
import { eventsOf, given, type Service, type Step } from "../support/service.ts"

type Told = Exclude<Step, number>
const create = (fields: object = {}): Told => ["task.create", { title: "a task", ...fields }]
const edit = (id: string, fields: object): Told => ["task.edit", { id, ...fields }]
const done = (id: string) => edit(id, { status: "done" })

const read = async (service: Service, id: string) => (await service.run("task.read", { id })).task
const statusOf = async (service: Service, id: string): Promise<string> => (await read(service, id)).status

/** T-1 is done by its children, T-2 and T-3, of which the first is done. */
const family = (own: object, ...steps: Step[]) =>
  given(
    create({ title: "the whole", result: "children", ...own }),
    create({ parent: "T-1" }),
    create({ parent: "T-1" }),
    done("T-2"),
    ...steps,
  )

describe("a task whose result is its children is done in the command that ends the last of them", () => {
  test.each<[string, Told[]]>([
    ["done by hand", [done("T-3")]],
    [
      "finished",
      [
        ["task.claim", { id: "T-3", agent: "ann" }],
        ["task.complete", { id: "T-3", agent: "ann" }],
      ],
    ],
    ["cancelled", [edit("T-3", { status: "cancelled" })]],
    ["deleted", [["task.delete", { id: "T-3" }]]],
    ["put elsewhere", [edit("T-3", { parent: null })]],
  ])("%s", async (_, steps) => {
    const service = await family({}, ...steps.slice(0, -1))
    expect(await statusOf(service, "T-1")).toBe("todo")
    const { seq } = service.engine
    const [last] = steps.slice(-1)
    if (last) await service.run(...last)
    expect(await read(service, "T-1")).toMatchObject({ status: "done", assignee: "unassigned" })
    expect((await eventsOf(service, seq)).at(-1)).toMatchObject({
      type: "task.moved",
      task: "T-1",
      to: "done",
    })
  })

  test("and so is what is above it", async () => {
    const service = await given(
      create({ result: "children" }),
      create({ result: "children", parent: "T-1" }),
      create({ parent: "T-2" }),
      create({ blockedBy: ["T-1"] }),
    )
    const { seq } = service.engine
    await service.run(...done("T-3"))
    expect((await eventsOf(service, seq)).map((event) => "task" in event && event.task)).toEqual([
      "T-3",
      "T-2",
      "T-1",
    ])
    expect(await read(service, "T-4")).toMatchObject({ ready: true })
  })

  test("one undo takes back both, and a redo does both again", async () => {
    const service = await family({}, done("T-3"))
    await service.run("command.undo", {})
    expect([await statusOf(service, "T-1"), await statusOf(service, "T-3")]).toEqual(["todo", "todo"])
    await service.run("command.redo", {})
    expect([await statusOf(service, "T-1"), await statusOf(service, "T-3")]).toEqual(["done", "done"])
  })
})

describe("it is left as it is", () => {
  test.each<[string, object, Step[]]>([
    ["where it has criteria", { done_criteria: ["it works"] }, []],
    ["where it has checks", { checks: ["test"] }, []],
    ["where it has a reviewer", { reviewer: "rea" }, []],
    ["where its metadata asks for checks", { metadata: { checks_required: true } }, []],
    ["where it is blocked", {}, [edit("T-1", { status: "blocked", reason: "why?" })]],
    ["with another result", { result: "text" }, []],
  ])("%s", async (_, own, steps) => {
    const service = await family(own, ...steps)
    const before = await statusOf(service, "T-1")
    await service.run(...done("T-3"))
    expect(await statusOf(service, "T-1")).toBe(before)
  })

  test("where no child was done", async () => {
    const ends = ["T-2", "T-3"].map((id) => edit(id, { status: "cancelled" }))
    const service = await given(
      create({ result: "children" }),
      create({ parent: "T-1" }),
      create({ parent: "T-1" }),
      ...ends,
    )
    expect(await read(service, "T-1")).toMatchObject({ status: "todo", ready: true })
  })

  test("where it was opened again, whatever happens to a child that has ended", async () => {
    const service = await family({}, done("T-3"), edit("T-1", { status: "todo" }))
    await service.run(...edit("T-3", { priority: "P1" }))
    await service.run("task.comment", { id: "T-3", content: "well" })
    expect(await statusOf(service, "T-1")).toBe("todo")
  })
})

test("it waits until the work of its children has landed", async () => {
  const commit = "a".repeat(40)
  const work = { repository: "shop", branch: "upnext/T-2.1", base: "main", tree: "1".repeat(40), commit }
  const service = await given(
    create({ result: "children" }),
    create({ parent: "T-1" }),
    create({ blockedBy: ["T-1"] }),
    ["task.claim", { id: "T-2", agent: "ann" }],
    ["task.reportWork", { id: "T-2", agent: "ann", ...work, files: 1, additions: 1, deletions: 0 }],
    ["task.complete", { id: "T-2", agent: "ann" }],
  )
  expect(await read(service, "T-1")).toMatchObject({ status: "todo", ready: false })
  await expect(service.run("task.claim", { id: "T-1", agent: "bob" })).rejects.toThrow(
    "waits for T-2 to land",
  )
  await service.run("task.land", {
    ...{ id: "T-2", agent: "ann", epoch: 1, commit, base: "main" },
    ...{ result: "landed", landed: "b".repeat(40) },
  })
  expect(await statusOf(service, "T-1")).toBe("done")
  expect(await read(service, "T-3")).toMatchObject({ ready: true })
})
