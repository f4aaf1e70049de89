import { expect, test } from "vitest"
import { call } from "../support/server.ts"
import { until } from "../support/worker.ts"
import { serve } from "./upnext.ts"

const served = await serve()
const post = async (path: string, body: object) => (await call(served.server.url, "POST", path, body)).body
const add = async () => (await post("/tasks", { title: "x" }))["task"].id as string
const read = async (id: string) => (await call(served.server.url, "GET", `/tasks/${id}`)).body["task"]

test("an id without a question asks nothing", async () => {
  const id = await add()
  const { status, stderr } = await served.upnext(["ask", id, "--agent", "bo"])
  expect([status, stderr]).toEqual([2, expect.stringContaining("The question is missing.")])
  expect(await read(id)).not.toHaveProperty("question")
})

test("it waits as long as it is told to, also for months", async () => {
  const id = await add()
  const asked = served.upnext(["ask", id, "Which?", "--agent", "bo", "--wait", "90d"])
  await until(async () => (await read(id)).question !== undefined)
  const { id: answers } = (await read(id)).question
  await post(`/tasks/${id}/comments`, { author: "mira", content: "this one", answers })
  expect(await asked).toMatchObject({ status: 0, stdout: "this one\n", stderr: "" })
})

test("it says that the task is over, and that no answer came in time", async () => {
  const id = await add()
  const late = ["ask", id, "Why?", "--agent", "bo", "--wait", "1s"]
  expect(await served.upnext(late)).toMatchObject({ status: 3, stderr: "No answer within 1s.\n" })
  await call(served.server.url, "PATCH", `/tasks/${id}`, { status: "done" })
  expect((await served.upnext(late)).stderr).toBe(`note  ${id} is done.\nNo answer within 1s.\n`)
})
