import { afterAll, beforeAll, expect, test } from "vitest"
import { call, startServerHere, temporaryHome, type RunningServer } from "../support/server.ts"

let server: RunningServer
let remove: () => Promise<void>
beforeAll(async () => {
  const space = await temporaryHome()
  remove = space.remove
  server = await startServerHere({ home: space.home })
  for (const title of ["one", "two", "three"])
    await call(server.url, "POST", "/tasks", { title, assignee: "ann" })
})
afterAll(async () => {
  await server.stop()
  await remove()
})

const edit = (body: unknown) => call(server.url, "PATCH", "/tasks/T-1", body, { "upnext-actor": "ben" })

test.each([
  ["in_progress", "doing"],
  ["In Progress", "doing"],
  ["on-hold", "blocked"],
  ["To Do", "todo"],
  ["won't fix", "cancelled"],
])("the status %j is %s", async (word, status) => {
  expect((await edit({ status: word })).body["task"]).toMatchObject({ status })
})

test.each([
  ["high", "P1"],
  ["Critical", "P0"],
  ["p3", "P3"],
  ["2", "P2"],
])("the priority %j is %s", async (word, priority) => {
  expect((await edit({ priority: word })).body["task"]).toMatchObject({ priority })
})

test("a new task begins where a word says", async () => {
  const { body } = await call(server.url, "POST", "/tasks", {
    title: "four",
    assignee: "ann",
    status: "in-progress",
  })
  expect(body["task"]).toMatchObject({ status: "doing" })
})

test("`open` and `closed` filter, and change nothing", async () => {
  await edit({ status: "cancelled" })
  const total = async (status: string) =>
    (await call(server.url, "GET", `/tasks?status=${status}`)).body["total"]
  expect([
    await total("open"),
    await total("closed"),
    await total("all"),
    await total("in_progress"),
    await total("validating"),
  ]).toEqual([3, 1, 4, 1, 0])
  const refused = await edit({ status: "closed" })
  expect(refused).toMatchObject({ status: 400, body: { code: "invalid_input" } })
  expect(refused.text).toContain('\\"closed\\" could mean any of done, cancelled')
  expect(await edit({ status: "frobnicated" })).toMatchObject({ status: 400 })
  expect(await edit({ priority: "P4" })).toMatchObject({ status: 400 })
})
