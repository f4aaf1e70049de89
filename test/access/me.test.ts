import { expect, test } from "vitest"
import { expectRefused } from "./requests.ts"
import { startAccess } from "./support.ts"

test("`me`, in any case, is the account that asks, in bodies, paths and filters", async () => {
  const board = await startAccess()
  const [ann, mira] = [await board.join("ann"), await board.join("mira", { role: "manage" })]
  const post = (body: object) => ({ method: "POST", body })
  const tasks = [{ title: "Paint", assignee: "@Me", reviewer: "ME", escalation: ["me"] }]
  const created = await mira.ask("/tasks/batch", post({ tasks }))
  expect(created.json).toMatchObject({
    tasks: [{ assignee: "mira", reviewer: "mira", escalation: ["mira"] }],
  })
  expect((await ann.ask("/tasks", post({ title: "Dry", assignee: "me" }))).json).toMatchObject({
    task: { assignee: "ann" },
  })
  expect((await mira.ask("/tasks/next/claim", post({ agent: "me" }))).json).toMatchObject({
    task: { id: "T-1", assignee: "mira" },
  })
  // The same question of two senders is two questions.
  for (const [member, id] of [
    [mira, "T-1"],
    [ann, "T-2"],
  ] as const)
    expect((await member.ask("/tasks?assignee=me")).json).toMatchObject({ total: 1, tasks: [{ id }] })
  expect((await ann.ask("/agents/me/inbox")).json).toMatchObject({ inbox: [] })
  expect([...board.service.board.agentKeys.values()]).not.toContain("me")
  await expectRefused(board, mira, ["POST", "/accounts", { name: "me", role: "work" }], "not_allowed")
})

test("without an account it is whom the request says, and where that says nobody it is refused", async () => {
  const board = await startAccess()
  const ask = (body: object, headers = {}) => board.server.ask("/tasks", { method: "POST", body, headers })
  const header = { "upnext-actor": "bo" }
  expect((await ask({ title: "a", assignee: "me" }, header)).json).toMatchObject({ task: { assignee: "bo" } })
  expect((await ask({ title: "b", assignee: "Me", createdBy: "cy" })).json).toMatchObject({
    task: { assignee: "cy" },
  })
  for (const body of [{ assignee: "me" }, { createdBy: "@ME" }, { reviewer: "@me" }, { escalation: ["me"] }])
    expect(await ask({ title: "c", ...body })).toMatchObject({ status: 400 })
  expect(await ask({ title: "c" }, { "upnext-actor": "me" })).toMatchObject({ status: 400 })
  expect(await board.server.ask("/tasks/next?agent=me")).toMatchObject({ status: 400 })
})

test("an account made anew under the name of a deleted one owns nothing of it", async () => {
  const board = await startAccess()
  const before = await board.join("ann")
  const key = { "idempotency-key": "k-1" }
  const create = { method: "POST", body: { title: "Paint" }, headers: key }
  expect((await before.ask("/tasks", create)).json).toMatchObject({ task: { id: "T-1" } })
  await board.runHome("account.delete", { name: "ann" })
  await board.service.pass(1000)
  const ann = await board.join("ann")
  await expectRefused(board, ann, ["PATCH", "/tasks/T-1", { title: "Mine" }], "not_allowed")
  await expectRefused(board, ann, ["POST", "/undo", {}], "nothing_to_undo")
  expect((await ann.ask("/tasks", create)).json).toMatchObject({ task: { id: "T-2" } })
  const look = { name: "\u0430nn", role: "work" }
  expect(await board.askHome("/accounts", { method: "POST", body: look })).toMatchObject({ status: 400 })
})
