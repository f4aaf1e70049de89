import { expect, test } from "vitest"
import { startServer } from "../support/http.ts"

const post = (body: unknown) => ({ method: "POST", body })

test("a batch is created with 201, a dry run answers 200, and neither has a Location", async () => {
  const server = await startServer()
  server.engine.answer = () => ({ answer: { tasks: [], refs: {} }, seq: 7 })
  const tasks = [{ title: "x" }]
  const done = await server.ask("/tasks/batch", post({ tasks }))
  const dry = await server.ask("/tasks/batch", post({ tasks, dryRun: true }))
  expect([done.status, dry.status]).toEqual([201, 200])
  expect([done.headers.location, dry.headers.location]).toEqual([undefined, undefined])
  expect(server.engine.calls.map(({ input }) => input["dryRun"])).toEqual([false, true])
})

test.each(["batch", "edit"])("/tasks/%s is for POST alone, since its last word is no id", async (word) => {
  const server = await startServer()
  for (const method of ["GET", "PATCH", "DELETE"]) {
    const reply = await server.ask(`/tasks/${word}`, { method })
    expect([reply.status, reply.headers.allow], method).toEqual([405, "POST"])
  }
})

test("an unknown field of a task is refused, and the nearest field of a task is named", async () => {
  const server = await startServer()
  const tasks = [{ title: "x" }, { title: "y", asignee: "bo", taskz: 1 }]
  const { json } = await server.ask("/tasks/batch", post({ tasks, dryrun: true }))
  expect(json.errors).toEqual([
    { path: "tasks.1.asignee", message: 'unknown field "asignee"; did you mean "assignee"?', received: "bo" },
    { path: "tasks.1.taskz", message: 'unknown field "taskz"', received: 1 },
    { path: "dryrun", message: 'unknown field "dryrun"; did you mean "dryRun"?', received: true },
  ])
})

test("an unknown field of an edit of several is refused, and the nearest one is named", async () => {
  const server = await startServer()
  const body = { ids: ["T-1"], filter: { stat: "todo" }, changes: { prority: "P1" } }
  const { json } = await server.ask("/tasks/edit", post(body))
  expect(json.errors.map(({ message }: { message: string }) => message)).toEqual([
    'unknown field "stat"; did you mean "status"?',
    'unknown field "prority"; did you mean "priority"?',
  ])
})

test("an unknown ref is refused, and the nearest one is named", async () => {
  const server = await startServer()
  const tasks = [
    { title: "x", ref: "login-form" },
    { title: "y", blockedBy: ["#login_from", "#zzz"] },
  ]
  const { json } = await server.ask("/tasks/batch", post({ tasks }))
  expect(json.errors).toEqual([
    {
      path: "tasks.1.blockedBy.0",
      message: 'no task in this request is named #login_from; did you mean "#login-form"?',
      received: "#login_from",
    },
    { path: "tasks.1.blockedBy.1", message: "no task in this request is named #zzz", received: "#zzz" },
  ])
})
