import { describe, expect, test } from "vitest"
import { expectRefused, given, problemsOf, startService } from "../support/service.ts"

describe("the fields of a new task", () => {
  test("only the title is required, and every other field has its default", async () => {
    const service = await startService()
    const { task } = await service.run("task.create", { title: "  Write it  " })
    const now = new Date(service.now()).toISOString()
    expect(task).toEqual({
      id: "T-1",
      title: "Write it",
      description: null,
      status: "todo",
      reason: null,
      priority: "P2",
      project: "default",
      tags: [],
      assignee: "unassigned",
      reviewer: null,
      createdBy: "anonymous",
      done_criteria: [],
      criteria: [],
      criteriaCount: 0,
      criteriaMet: 0,
      eta: null,
      etaMs: null,
      notBefore: null,
      dueAt: null,
      blockedBy: [],
      blocks: [],
      parent: null,
      children: null,
      discoveredFrom: null,
      resources: [],
      result: null,
      rank: null,
      skills: [],
      escalation: [],
      checks: [],
      ready: true,
      attempts: 0,
      expiries: 0,
      backoffUntil: null,
      lease: null,
      commentCount: 0,
      metadata: {},
      summary: null,
      createdAt: now,
      updatedAt: now,
      startedAt: null,
      attemptStartedAt: null,
      finishedAt: null,
      version: 1,
    })
  })

  test("every field that is sent is kept", async () => {
    const service = await given(["task.create", { title: "first" }])
    const sent = {
      title: "Second",
      description: "# Head\n\n  text \r\n",
      createdBy: "ann",
      assignee: "bob",
      reviewer: "rea",
      done_criteria: ["tests pass", "docs updated"],
      eta: "~1h30m",
      priority: "P0",
      tags: ["x", "Y"],
      project: "docs",
      status: "blocked",
      blockedBy: ["T-1"],
      notBefore: "2030-01-02T00:00:00.000Z",
      dueAt: "2030-01-03T00:00:00.000Z",
      metadata: { reflection_exempt: true, reflection_exempt_reason: "a spike", deep: [{ null: null }] },
    }
    const { task } = await service.run("task.create", sent)
    expect(task).toMatchObject({ ...sent, id: "T-2", etaMs: 5_400_000, ready: false })
    expect((await service.run("task.read", { id: "T-1" })).task).toMatchObject({ blocks: ["T-2"] })
  })

  test.each([
    ["an empty title", { title: "  " }, "title"],
    ["no title", {}, "title"],
    ["null as title", { title: null }, "title"],
    ["a title of 501 characters", { title: "x".repeat(501) }, "title"],
    ["a title with a line break", { title: "a\nb" }, "title"],
    ["a description over 64 KiB", { title: "x", description: "é".repeat(32_769) }, "description"],
    ["NUL in the description", { title: "x", description: "a\0" }, "description"],
    ["a name of 65 characters", { title: "x", assignee: "x".repeat(65) }, "assignee"],
    ["a name with a control character", { title: "x", reviewer: "a\u0007b" }, "reviewer"],
    ["an empty name", { title: "x", createdBy: "" }, "createdBy"],
    ["the name of the server", { title: "x", assignee: "Upnext" }, "assignee"],
    ["nobody as reviewer", { title: "x", reviewer: "unassigned" }, "reviewer"],
    ["an empty criterion", { title: "x", done_criteria: ["a", " "] }, "done_criteria.1"],
    ["101 criteria", { title: "x", done_criteria: Array(101).fill("a") }, "done_criteria"],
    ["criteria that are no list", { title: "x", done_criteria: "a" }, "done_criteria"],
    ["an eta that is no duration", { title: "x", eta: "soon" }, "eta"],
    ["an eta of nothing", { title: "x", eta: "0m" }, "eta"],
    ["a fifth priority", { title: "x", priority: "P4" }, "priority"],
    ["an empty tag", { title: "x", tags: [""] }, "tags.0"],
    ["an empty project", { title: "x", project: "" }, "project"],
    ["the status review", { title: "x", status: "review" }, "status"],
    ["the status done", { title: "x", status: "done" }, "status"],
    ["the status cancelled", { title: "x", status: "cancelled" }, "status"],
    ["a status of another board", { title: "x", status: "open" }, "status"],
    ["a blocker that is no id", { title: "x", blockedBy: ["1"] }, "blockedBy.0"],
    ["a notBefore without a zone", { title: "x", notBefore: "2030-01-01T00:00:00" }, "notBefore"],
    ["a day as dueAt", { title: "x", dueAt: "2030-01-01" }, "dueAt"],
    ["metadata that is no object", { title: "x", metadata: [1] }, "metadata"],
    [
      "an exemption that is no boolean",
      { title: "x", metadata: { reflection_exempt: "yes" } },
      "metadata.reflection_exempt",
    ],
    ["an unknown field", { title: "x", asignee: "bob" }, ""],
    ["an id", { title: "x", id: "T-9" }, ""],
  ])("a task with %s is refused, and the field named", (_, input, path) => {
    expect(problemsOf("task.create", input)).toEqual([path])
  })

  test("all problems of a request are named at once", () => {
    expect(problemsOf("task.create", { title: "", eta: "x", tags: ["a", ""] }).sort()).toEqual([
      "eta",
      "tags.1",
      "title",
    ])
  })

  test.each([
    ["a title of 500 characters", { title: "x".repeat(500) }],
    ["a description of 64 KiB", { title: "x", description: "é".repeat(32_768) }],
    ["an empty description", { title: "x", description: "" }],
    ["a name of 64 characters", { title: "x", assignee: "x".repeat(64) }],
    ["100 criteria", { title: "x", done_criteria: Array(100).fill("a") }],
    ...["00:00:00+02:00", "00:00+0200", "00:00Z", "00:00:00.25z"].map((time): [string, object] => [
      `the time ${time}`,
      { title: "x", dueAt: `2030-01-01T${time}` },
    ]),
    ["a small t", { title: "x", dueAt: "2030-01-01t00:00z" }],
  ])("%s is within the limits", (_, input) => {
    expect(problemsOf("task.create", input)).toEqual([])
  })

  test.each([
    "2030-02-30T00:00Z",
    "2030-01-01T24:00Z",
    "2030-01-01T00:00",
    "2030-01-01 00:00Z",
    "0s",
    "2h ago",
    "9999w",
  ])("%s is no time", (dueAt) => expect(problemsOf("task.create", { title: "x", dueAt })).toEqual(["dueAt"]))

  test("a time is kept in UTC, and a duration counts by the server's clock", async () => {
    const service = await startService()
    const now = service.now()
    const { task } = await service.run("task.create", {
      title: "x",
      dueAt: "2030-01-01t00:30+0130",
      notBefore: "2h",
    })
    const twoHours = new Date(now + 7_200_000).toISOString()
    expect(task).toMatchObject({ dueAt: "2029-12-31T23:00:00.000Z", notBefore: twoHours })
    const edited = await service.run("task.edit", { id: "T-1", dueAt: "1d" })
    expect(edited.task.dueAt).toBe(new Date(service.now() + 86_400_000).toISOString())
    const list = (updatedSince: string) => service.run("task.list", { updatedSince })
    expect([(await list("1h")).total, (await list("2999-01-01T00:00Z")).total]).toEqual([1, 0])
  })

  test("null in an optional field is the same as leaving it out", async () => {
    const service = await startService()
    const empty = {
      ...{
        description: null,
        createdBy: null,
        assignee: null,
        reviewer: null,
        done_criteria: null,
        eta: null,
      },
      ...{ priority: null, tags: null, project: null, blockedBy: null, notBefore: null, dueAt: null },
    }
    const one = await service.run("task.create", { title: "x", ...empty })
    const other = await service.run("task.create", { title: "x" })
    expect({ ...one.task, id: "" }).toEqual({ ...other.task, id: "" })
  })

  test.each(["unassigned", "UNASSIGNED", " Unassigned "])(
    "the assignee %j means nobody, in and out",
    async (assignee) => {
      const service = await given(["task.create", { title: "x", assignee }])
      expect((await service.run("task.read", { id: "T-1" })).task.assignee).toBe("unassigned")
      expect((await service.run("task.list", { assignee: "unassigned" })).total).toBe(1)
      expect((await service.run("agent.list")).total).toBe(0)
    },
  )

  test("a priority is read in any case, and repeated tags and blockers count once", async () => {
    const service = await given(["task.create", { title: "first" }])
    const { task } = await service.run("task.create", {
      ...{ title: "x", priority: "p1", tags: ["a", "b", "a"], blockedBy: ["t-1", "T-1"] },
    })
    expect(task).toMatchObject({ priority: "P1", tags: ["a", "b"], blockedBy: ["T-1"] })
  })

  test("metadata is kept exactly, nulls and all", async () => {
    const metadata = { b: 1, a: null, n: 0.1, big: 1e21, text: "  é\n", list: [null, {}, []], "": { "": "" } }
    const service = await given(["task.create", { title: "x", metadata }])
    await service.restart()
    const { task } = await service.run("task.read", { id: "T-1" })
    expect(JSON.stringify(task.metadata)).toBe(JSON.stringify(metadata))
  })
})

describe("who and where a new task is", () => {
  test("the creator is the one named in createdBy, else the actor, else anonymous", async () => {
    const service = await startService()
    const created = async (input: object, actor?: string) =>
      (await service.run("task.create", { title: "x", ...input }, actor === undefined ? {} : { actor })).task
        .createdBy as string
    expect(await created({ createdBy: "ann" }, "bob")).toBe("ann")
    expect(await created({}, "bob")).toBe("bob")
    expect(await created({})).toBe("anonymous")
  })

  test("names keep the spelling that was seen first", async () => {
    const service = await given(["task.create", { title: "x", assignee: "Ann", reviewer: "Rea" }])
    const { task } = await service.run("task.create", {
      title: "y",
      assignee: "ANN",
      reviewer: "reA",
      createdBy: "aNN",
    })
    expect(task).toMatchObject({ assignee: "Ann", reviewer: "Rea", createdBy: "Ann" })
    const { agents } = await service.run("agent.list")
    expect(agents.map(({ name }: { name: string }) => name)).toEqual(["Ann", "Rea"])
  })

  test("a new task in doing has started, has no lease, and belongs to its assignee or else to the actor", async () => {
    const service = await startService()
    const { task } = await service.run(
      "task.create",
      { title: "x", status: "doing", assignee: "bob" },
      { actor: "ann" },
    )
    expect(task).toMatchObject({ assignee: "bob", status: "doing", lease: null, startedAt: task.createdAt })
    const own = await service.run("task.create", { title: "x", status: "doing" }, { actor: "ann" })
    expect(own.task).toMatchObject({ assignee: "ann", status: "doing" })
  })

  test("a new task in doing with nobody to do it is refused", async () => {
    const service = await startService()
    await expectRefused(service, ["task.create", { title: "x", status: "doing" }], "invalid_input")
  })

  test("a number is never given twice, also after a deletion or a refusal", async () => {
    const service = await given(["task.create", { title: "one" }], ["task.delete", { id: "T-1" }])
    await expectRefused(service, ["task.create", { title: "x", blockedBy: ["T-7"] }], "invalid_input")
    expect((await service.run("task.create", { title: "two" })).task.id).toBe("T-2")
  })
})

test("the reviewer auto would wait for nobody, so it is refused, unless an agent has that name", async () => {
  const service = await startService()
  await expect(service.run("task.create", { title: "x", reviewer: "Auto" })).rejects.toMatchObject({
    code: "invalid_input",
    message: expect.stringContaining("give the name of an agent or a person, or no reviewer"),
  })
  await service.run("task.create", { title: "x" })
  await expect(service.run("task.edit", { id: "T-1", reviewer: "auto" })).rejects.toMatchObject({
    code: "invalid_input",
    errors: [{ path: "reviewer", received: "auto" }],
  })
  await service.run("agent.describe", { name: "auto" })
  const { task } = await service.run("task.edit", { id: "T-1", reviewer: "auto" })
  expect(task.reviewer).toBe("auto")
})
