import { expect, test } from "vitest"
import { given, type Service, type Step } from "../support/service.ts"

const minute = 60_000
const create = (fields: object = {}): Step => ["task.create", { title: "x", ...fields }]
const able = (name: string, ...skills: string[]) => ["agent.describe", { name, skills }] as const
const told = async (service: Service, id = "T-1") => {
  const { stuck, stuckDetail } = (await service.run("task.read", { id })).task
  return { stuck, stuckDetail }
}
const stuck = async (service: Service) => {
  const { tasks } = await service.run("task.list", { stuck: "1" })
  const { now } = await service.run("now.read")
  const { tasks: others } = await service.run("task.list", { stuck: "0", limit: 500 })
  expect(now.stuck).toBe(tasks.length)
  const ids = (list: { id: string }[]) => list.map(({ id }) => id)
  expect(ids(others).filter((id) => ids(tasks).includes(id))).toEqual([])
  return ids(tasks).sort()
}
const nothing = { stuck: undefined, stuckDetail: undefined }
const gpu = { stuck: ["no_one_can"], stuckDetail: "needs gpu" }

test("a ready task is stuck as long as no agent of the board has all its skills", async () => {
  const service = await given(able("ann", "opus"), create({ skills: ["gpu", "opus"] }), create())
  expect(await told(service)).toEqual(gpu)
  expect(await told(service, "T-2")).toEqual(nothing)
  expect(await stuck(service)).toEqual(["T-1"])
  await service.run(...able("bob", "gpu", "opus"))
  expect(await told(service)).toEqual(nothing)
  expect(await stuck(service)).toEqual([])
  await service.run("agent.delete", { name: "bob" })
  expect(await told(service)).toEqual(gpu)
  await service.run("task.edit", { id: "T-1", skills: ["opus"] })
  expect(await stuck(service)).toEqual([])
})

test("skills that different agents have are needed of one", async () => {
  const service = await given(able("ann", "opus"), able("bob", "gpu"), create({ skills: ["gpu", "opus"] }))
  expect(await told(service)).toEqual({
    stuck: ["no_one_can"],
    stuckDetail: "needs a single agent with gpu and opus",
  })
  await service.run(...able("bob"))
  expect(await told(service)).toEqual(gpu)
})

test("what is not ready is not stuck for it: it waits, rests, is held back or somebody is at work on it", async () => {
  const service = await given(
    create(),
    create({ skills: ["gpu"], blockedBy: ["T-1"] }),
    create({ skills: ["gpu"], notBefore: "2030-01-01T00:10:00.000Z" }),
    create({ skills: ["gpu"], status: "blocked" }),
    create({ skills: ["gpu"], status: "doing", assignee: "ann" }),
  )
  expect(await stuck(service)).toEqual([])
  await service.run("task.edit", { id: "T-1", status: "done" })
  expect(await stuck(service)).toEqual(["T-2"])
  await service.pass(10 * minute)
  expect(await stuck(service)).toEqual(["T-2", "T-3"])
  await service.run("task.edit", { id: "T-5", status: "todo" })
  expect(await stuck(service)).toEqual(["T-2", "T-3", "T-5"])
  await service.run("task.edit", { id: "T-2", status: "cancelled" })
  expect(await stuck(service)).toEqual(["T-3", "T-5"])
})

test("it is counted once where it is stuck for another reason too, and is in what needs anyone", async () => {
  const dueAt = "2030-01-01T00:01:00.000Z"
  const service = await given(create({ skills: ["gpu"], dueAt }), create({ skills: ["gpu"] }), 2 * minute)
  expect(await told(service)).toEqual({ stuck: ["overdue", "no_one_can"], stuckDetail: "needs gpu" })
  expect(await stuck(service)).toEqual(["T-1", "T-2"])
  expect((await service.run("now.read", { agent: "mira" })).now).toMatchObject({ needsYou: 2 })
  const { tasks } = await service.run("task.list", { needs: "mira" })
  expect(tasks).toHaveLength(2)
  await service.restart()
  expect(await stuck(service)).toEqual(["T-1", "T-2"])
})

const for_ = (assignee: string, fields: object = {}) => create({ assignee, ...fields })
const stranger = (name: string) => ({
  stuck: ["no_one_can"],
  stuckDetail: `no agent named ${name} has asked for work`,
})

test("a ready task is stuck as long as nobody of its assignee's name has asked for work or was described", async () => {
  const service = await given(able("ann"), for_("annn"), for_("ann"), for_("bo", { resources: ["gpu"] }))
  expect(await told(service)).toEqual(stranger("annn"))
  expect(await stuck(service)).toEqual(["T-1", "T-3"])
  await service.run("agent.heartbeat", { name: "bo" })
  await service.run("agent.describe", { name: "Annn" })
  expect(await stuck(service)).toEqual([])
  await service.run("agent.delete", { name: "annn" })
  expect(await told(service)).toEqual(stranger("annn"))
  await service.run("task.claim", { id: "T-1", agent: "annn" })
  expect(await told(service)).toEqual(nothing)
  await service.run("task.release", { id: "T-1", agent: "annn" })
  expect(await stuck(service)).toEqual([])
})

test("who was heard of before being named is no stranger, nor is the name of an account", async () => {
  const service = await given(["task.next", { agent: "cy" }, { actor: "cy" }], for_("cy"))
  expect(await stuck(service)).toEqual([])
})

test("the answer names the names that nobody has, and who may be meant", async () => {
  const service = await given(able("ann"), create())
  const noted = async (...[operation, input]: Exclude<Step, number>) =>
    (await service.run(operation, input, { actor: "mira" })).notes
  const annn = "annn is new here; did you mean ann?"
  expect(await noted("task.create", { title: "x", assignee: "annn" })).toEqual([annn])
  expect(await noted("task.create", { title: "x", reviewer: "annn" })).toEqual([annn])
  expect(await noted("task.createMany", { tasks: [{ title: "x", escalation: ["ann", "zed"] }] })).toEqual([
    "zed is new here",
  ])
  expect(await noted("task.edit", { id: "T-1", assignee: "annn" })).toEqual([annn])
  expect(await noted("task.editMany", { ids: ["T-1"], changes: { reviewer: "annn" } })).toEqual([annn])
  expect(await noted("task.edit", { id: "T-1", assignee: "ann", reviewer: "mira" })).toBeUndefined()
})

test("a project that is new and whose name is near to another's is noted; one with a name of its own is not", async () => {
  const service = await given(create({ project: "shop" }), create({ project: "shop" }))
  const noted = async (...[operation, input]: Exclude<Step, number>) =>
    (await service.run(operation, input)).notes
  const note = (name: string) => [`the project ${name} is new here; did you mean shop?`]
  expect(await noted("task.create", { title: "x", project: "shpo" })).toEqual(note("shpo"))
  expect(await noted("task.create", { title: "x", project: "shpo" })).toBeUndefined()
  expect(await noted("task.create", { title: "x", project: "shop" })).toBeUndefined()
  expect(await noted("task.create", { title: "x", project: "kitchen" })).toBeUndefined()
  expect(await noted("task.edit", { id: "T-1", project: "shopp" })).toEqual(note("shopp"))
  expect(await noted("task.editMany", { ids: ["T-1"], changes: { project: "hsop" } })).toEqual(note("hsop"))
  const two = [1, 2].map(() => ({ title: "x", project: "sho" }))
  expect(await noted("task.createMany", { tasks: two })).toEqual(note("sho"))
})

test("an undo takes away the names that nobody else used since, and a redo brings the task back", async () => {
  const service = await given(for_("annn"))
  const names = () => [...service.board.agentKeys.values()]
  expect(names()).toContain("annn")
  await service.run("command.undo", {})
  expect(names()).not.toContain("annn")
  await service.run("command.redo", {})
  expect(await told(service)).toEqual(stranger("annn"))
  const other = await given(for_("annn"), ["agent.heartbeat", { name: "annn" }])
  await other.run("command.undo", {})
  expect([...other.board.agentKeys.values()]).toContain("annn")
})

test.each(["ann\u200B", "\u0430nn", "\uFF41nn", "a\u00ADnn"])(
  "%j looks like ann, so nobody is called so",
  async (name) => {
    const service = await given(able("ann"), create())
    for (const [operation, input] of [
      ["task.claim", { id: "T-1", agent: name }],
      ["task.create", { title: "x", assignee: name }],
      ["task.create", { title: "x", assignee: name.replace("nn", "bc"), reviewer: "abc" }],
      ["agent.describe", { name }],
      ["agent.heartbeat", { name }],
    ] as const)
      await expect(service.run(operation, input)).rejects.toMatchObject({ code: "invalid_input" })
    const old = await given(["agent.describe", { name: "\u0430nna" }])
    await expect(old.run("agent.heartbeat", { name: "anna" })).rejects.toMatchObject({
      code: "invalid_input",
    })
  },
)

test("an agent that joins under a name near to another one's is told so, and one with a name of its own is not", async () => {
  const service = await given(create(), create(), create(), ["agent.describe", { name: "dora" }])
  const claim = (agent: string) => service.run("task.claimNext", { agent }, { actor: agent })
  expect((await claim("dorra")).notes).toEqual(["dorra is new here; did you mean dora?"])
  expect((await claim("dorra")).notes).toBeUndefined()
  expect((await claim("otto")).notes).toBeUndefined()
  const claimed = await service.run("task.claim", { id: "T-3", agent: "doraa" }, { actor: "doraa" })
  expect(claimed.notes).toEqual(["doraa is new here; did you mean dora?"])
})

test("every write by which an agent joins notes a name that may be mistyped, once", async () => {
  const near = ["dorra is new here; did you mean dora?"]
  for (const [operation, input] of [
    ["task.create", { title: "x" }],
    ["task.comment", { id: "T-1", content: "hi" }],
    ["task.check", { id: "T-1", criterion: "ok" }],
    ["task.complete", { id: "T-1", reflection: "x", criteria: [{ criterion: "ok" }], claim: true }],
  ] as const) {
    const service = await given(["agent.describe", { name: "dora" }], create({ done_criteria: ["ok"] }))
    const noted = async (actor: string) => {
      const { notes } = await service.run(operation, input, { actor })
      return notes
    }
    expect(await noted("dorra"), operation).toEqual(near)
    expect(await noted("dorra"), operation).toBeUndefined()
  }
})
