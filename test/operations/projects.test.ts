import { expect, test } from "vitest"
import { given } from "../support/service.ts"

const none = { open: 0, todo: 0, doing: 0, blocked: 0, review: 0, done: 0, cancelled: 0 }

test("projects are listed by name, with how many tasks are in each status", async () => {
  const service = await given(
    ["task.create", { title: "a", project: "web" }],
    ["task.create", { title: "b", project: "web", status: "blocked" }],
    ["task.create", { title: "c", project: "api" }],
    ["task.create", { title: "d" }],
    ["task.edit", { id: "T-3", status: "cancelled" }],
    ["task.claim", { id: "T-4", agent: "ann" }],
  )
  expect(await service.run("project.list", {})).toEqual({
    projects: [
      { name: "api", ...none, cancelled: 1 },
      { name: "default", ...none, open: 1, doing: 1 },
      { name: "web", ...none, open: 2, todo: 1, blocked: 1 },
    ],
    next: null,
    total: 3,
  })
})

test("a project is gone with its last task", async () => {
  const service = await given(
    ["task.create", { title: "a", project: "web" }],
    ["task.create", { title: "b", project: "api" }],
    ["task.edit", { id: "T-1", project: "api" }],
  )
  expect(await service.run("project.list", {})).toMatchObject({
    projects: [{ name: "api", open: 2 }],
    total: 1,
  })
  await service.run("task.delete", { id: "T-1" })
  await service.run("task.delete", { id: "T-2" })
  expect(await service.run("project.list", {})).toEqual({ projects: [], next: null, total: 0 })
})

test("pages of projects join without gap or repeat", async () => {
  const names = ["a", "b", "c", "d", "e"]
  const service = await given(...names.map((project) => ["task.create", { title: "x", project }] as const))
  const first = await service.run("project.list", { limit: 2 })
  const second = await service.run("project.list", { limit: 2, cursor: first.next ?? "" })
  const third = await service.run("project.list", { limit: 2, cursor: second.next ?? "" })
  expect([first.next, second.next, third.next]).toEqual(["b", "d", null])
  const all = [first, second, third].flatMap(({ projects }) => projects)
  expect(all.map(({ name }) => name)).toEqual(names)
})
