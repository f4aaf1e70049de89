import { expect, test } from "vitest"
import { dump, given, startService, type Service } from "../support/service.ts"

interface Seen {
  id: string
  status: string
  assignee: string
  ready: boolean
  blockedBy: string[]
  tags: string[]
  commentCount: number
}
const tasksOf = async (service: Service) => (await service.run("task.list")).tasks as Seen[]

test("an empty board gets agents with roles, this machine as a host, and five linked sample tasks", async () => {
  const service = await startService()
  const answer = await service.run("team.starter")
  expect(answer.created).toBe(true)
  expect(answer.agents.length).toBeGreaterThan(1)
  for (const agent of answer.agents)
    expect(agent).toMatchObject({ role: expect.stringMatching(/./) as string })
  expect([...service.board.hosts.values()].map(({ name }) => name)).toEqual(["test-host"])
  const tasks = await tasksOf(service)
  expect(answer.tasks).toEqual(tasks)
  expect(tasks).toHaveLength(5)
  const names = new Set(answer.agents.map(({ name }: { name: string }) => name))
  for (const task of tasks) expect([task.tags, names.has(task.assignee)]).toEqual([["sample"], true])
  expect(tasks.filter(({ status }) => status === "doing")).toHaveLength(1)
  expect(tasks.filter(({ status }) => status === "review")).toHaveLength(1)
  expect(tasks.some(({ blockedBy, ready }) => blockedBy.length > 0 && !ready)).toBe(true)
  expect(tasks.some(({ commentCount }) => commentCount > 0)).toBe(true)
})

test("samples are never offered to a real agent, nor taken back by the clock", async () => {
  const service = await given(["team.starter"], 60 * 60_000)
  const before = await tasksOf(service)
  service.sleep(400 * 86_400_000)
  expect(await service.run("task.claimNext", { agent: "real" })).toEqual({ task: null })
  expect(await tasksOf(service)).toEqual(before)
})

test("a second call creates nothing and overwrites nothing", async () => {
  const service = await given(
    ["team.starter"],
    ["task.edit", { id: "T-1", title: "mine" }],
    ["task.delete", { id: "T-5" }],
  )
  const before = dump(service.board)
  const { seq } = service.engine
  const answer = await service.run("team.starter")
  expect(answer).toMatchObject({ created: false, tasks: expect.objectContaining({ length: 4 }) as object })
  await service.restart()
  expect(await service.run("team.starter")).toMatchObject({ created: false })
  expect([dump(service.board), service.engine.seq]).toEqual([before, seq])
})

test("twenty calls at once seed one team", async () => {
  const service = await startService()
  const answers = await Promise.all(Array.from({ length: 20 }, () => service.run("team.starter")))
  expect(answers.filter(({ created }) => created)).toHaveLength(1)
  expect(await tasksOf(service)).toHaveLength(5)
})

test("a board that has a task gets the samples too, in a project of their own", async () => {
  const service = await given(["task.create", { title: "mine" }])
  const answer = await service.run("team.starter")
  expect(answer.created).toBe(true)
  expect(answer.agents.length).toBeGreaterThan(1)
  expect((await service.run("task.list", { project: ["sample"] })).tasks).toEqual(answer.tasks)
  expect(answer.tasks).toHaveLength(5)
  expect(await tasksOf(service)).toHaveLength(6)
})

test("agents that are already known stay as they are, in the spelling first seen", async () => {
  const service = await given(
    ["task.create", { title: "x", assignee: "OTTO" }],
    ["task.delete", { id: "T-1" }],
  )
  const { agents, tasks } = await service.run("team.starter")
  expect(agents).toContainEqual(expect.objectContaining({ name: "OTTO", role: null }))
  const assignees = new Set(tasks.map(({ assignee }: Seen) => assignee))
  expect([assignees.has("OTTO"), assignees.has("otto")]).toEqual([true, false])
})
