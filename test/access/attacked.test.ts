import { request } from "node:http"
import { describe, expect, test } from "vitest"
import { expectRefused } from "./requests.ts"
import { make } from "./stages.ts"
import { expectProblem, startAccess } from "./support.ts"

describe("who came in before the board began to ask", () => {
  test("loses the stream of events, and what waits", async () => {
    const board = await startAccess()
    const stream = board.server.ask("/events")
    const parked = board.server.ask("/tasks/next/claim", {
      method: "POST",
      body: { agent: "eve", wait: "20s" },
    })
    await board.server.ask("/tasks", {
      method: "POST",
      body: { title: "Not ready", notBefore: "2031-01-01T00:00:00Z" },
    })
    await board.join("boss", { role: "admin" })
    expectProblem(await parked, "unauthorized")
    expect((await stream).text).toContain("event: refused")
  })

  test("does nothing by a request whose body comes after it", async () => {
    const board = await startAccess()
    const body = JSON.stringify({ title: "Late" })
    const headers = { "content-type": "application/json", "content-length": body.length }
    const late = request({ port: board.server.port, path: "/tasks", method: "POST", headers })
    late.flushHeaders()
    const answered = new Promise<number | undefined>((resolve) =>
      late.on("response", (res) => resolve(res.statusCode)),
    )
    await board.server.ask("/health")
    await board.join("boss", { role: "admin" })
    late.end(body)
    expect(await answered).toBe(401)
    expect(board.service.board.tasks.size).toBe(0)
  })
})

describe("work", () => {
  test("unblocks and cancels nothing that a manager has stopped or wants to see", async () => {
    const board = await startAccess()
    const boss = await board.join("boss", { role: "manage" })
    const ann = await board.join("ann")
    const id = await make(ann)
    await boss.run("task.edit", { id, status: "blocked", reason: "stop", reviewer: "boss" })
    for (const status of ["todo", "doing", "cancelled"])
      await expectRefused(board, ann, ["PATCH", `/tasks/${id}`, { status }], "not_allowed")
    await boss.run("task.edit", { id, status: "todo" })
    await expectRefused(board, ann, ["PATCH", `/tasks/${id}`, { status: "cancelled" }], "not_allowed")
  })

  test("takes no reason for an exemption away", async () => {
    const board = await startAccess()
    const ann = await board.join("ann")
    const id = await make(ann)
    await ann.run("task.claim", { id, agent: "ann" })
    const exempt = { reflection_exempt: true, reflection_exempt_reason: "a typing error" }
    await ann.run("task.edit", { id, metadata: exempt })
    for (const reflection_exempt_reason of [null, " "])
      await expectRefused(
        board,
        ann,
        ["PATCH", `/tasks/${id}`, { metadata: { reflection_exempt_reason } }],
        "not_allowed",
      )
  })
})

describe("manage", () => {
  test("passes no work of its own by a move instead of a decision", async () => {
    const board = await startAccess()
    const boss = await board.join("boss", { role: "manage" })
    const id = await make(boss, { reviewer: "carl" })
    await boss.run("task.claim", { id, agent: "bob" })
    const asDave = { "upnext-actor": "dave" }
    await expectRefused(board, boss, ["PATCH", `/tasks/${id}`, { status: "done" }], "not_allowed", asDave)
    await boss.run("task.complete", { id, agent: "bob", reflection: "r" })
    await board.server.ask(`/tasks/${id}`, { method: "PATCH", body: { status: "doing" } })
    await expectRefused(board, boss, ["PATCH", `/tasks/${id}`, { status: "done" }], "not_allowed", asDave)
  })

  test("decides on no work that somebody else went on with and finished", async () => {
    const board = await startAccess()
    const boss = await board.join("boss", { role: "manage" })
    const bob = await board.join("bob")
    const id = await make(boss, { reviewer: "boss" })
    await boss.run("task.claim", { id, agent: "bob" })
    await bob.run("task.claim", { id, agent: "bob" })
    await bob.run("task.complete", { id, agent: "bob", reflection: "r" })
    await expectRefused(board, boss, ["POST", `/tasks/${id}/review`, { decision: "approve" }], "not_allowed")
  })

  test("acts for nobody else once it was lowered, also by a lease that it knows", async () => {
    const board = await startAccess()
    const boss = await board.join("boss", { role: "manage" })
    const ann = await board.join("ann")
    const id = await make(boss)
    const { lease } = await ann.run("task.claim", { id, agent: "ann" })
    const body = JSON.stringify({ leaseToken: lease.token, reflection: "r" })
    const headers = {
      ...{ "content-type": "application/json", "content-length": body.length },
      authorization: `Bearer ${boss.token}`,
    }
    const late = request({ port: board.server.port, path: `/tasks/${id}/complete`, method: "POST", headers })
    late.flushHeaders()
    const answered = new Promise<number | undefined>((resolve) =>
      late.on("response", (res) => resolve(res.statusCode)),
    )
    await board.server.ask("/health")
    await board.setRole("boss", "work")
    late.end(body)
    expect(await answered).toBe(403)
    expect(board.service.board.tasks.get(1)).toMatchObject({ status: "doing" })
  })
})

test("only the home makes an admin without being told to, and only as the board begins to ask", async () => {
  const board = await startAccess()
  const boss = await board.join("boss", { role: "admin" })
  const made = await boss.run("token.create", { account: "ci" })
  expect(made.token).toMatchObject({ account: "ci" })
  expect(board.service.board.accounts.get("ci")).toMatchObject({ role: "work" })
  await board.runHome("account.delete", { name: "boss" })
  await board.runHome("token.create", { account: "again" })
  expect(board.service.board.accounts.get("again")).toMatchObject({ role: "work" })
})

test("a server that others reach goes on asking after the home has let everybody in", async () => {
  const board = await startAccess({ isNeeded: true })
  const ann = await board.join("ann")
  expect(await board.askHome("/access", { method: "DELETE" })).toMatchObject({ status: 200 })
  expectProblem(await board.server.ask("/tasks"), "unauthorized")
  expect(await ann.ask("/tasks")).toMatchObject({ status: 200 })
})

test("accounts and tokens are listed to nobody on a board that asks nobody", async () => {
  const board = await startAccess()
  await board.join("boss")
  await board.runHome("access.lift")
  for (const path of ["/accounts", "/tokens", "/accounts/boss"])
    expectProblem(await board.server.ask(path), "needs_home")
})

test.each([".", "..", "an\u200bn", "ann\u202e"])("no account is called %j", async (name) => {
  const board = await startAccess()
  const body = { name, role: "work" }
  expectProblem(await board.askHome("/accounts", { method: "POST", body }), "invalid_input")
})

test("who sends no token that could be one is slowed down too", async () => {
  const board = await startAccess()
  await board.join("boss")
  const ask = () => board.server.ask("/tasks", { headers: { authorization: "Basic YTpi" } })
  for (let tries = 0; tries < 10; tries++) expectProblem(await ask(), "unauthorized")
  expectProblem(await ask(), "too_many_attempts")
})

test("who acts is taken from `actor` with a token as without one, and may be nobody else", async () => {
  const board = await startAccess()
  const boss = await board.join("boss", { role: "manage" })
  const ann = await board.join("ann")
  const id = await make(boss)
  for (const [path, body] of [
    [`/tasks/${id}/comments`, { content: "c", actor: "zed" }],
    ["/tasks", { title: "t", actor: "zed" }],
    ["/tasks/next/claim", { actor: "zed" }],
  ] as const) {
    expectProblem(await ann.ask(path, { method: "POST", body }), "actor_mismatch")
    const done = await boss.ask(path, { method: "POST", body })
    expect([done.status < 300, done.text], path).toEqual([true, expect.stringContaining('"zed"')])
  }
})
