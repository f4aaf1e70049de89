import { describe, expect, test } from "vitest"
import { roles } from "../../src/domain/wire/access/access.ts"
import { callTool, expectRefused } from "./requests.ts"
import { make, take } from "./stages.ts"
import { startAccess, type Member } from "./support.ts"

describe("nobody decides on work of its own", () => {
  /** Its work, done under the name bob. */
  async function doneAsBob(boss: Member): Promise<string> {
    const id = await make(boss, { reviewer: "carl" })
    await boss.run("task.claim", { id, agent: "bob" })
    await boss.run("task.complete", { id, agent: "bob" })
    return id
  }

  test("under another name, whatever way it takes", async () => {
    const board = await startAccess()
    const boss = await board.join("boss", { role: "manage" })
    const done = await doneAsBob(boss)
    for (const decision of ["approve", "request_changes"]) {
      const review = { decision, reviewer: "carl" }
      await expectRefused(board, boss, ["POST", `/tasks/${done}/review`, review], "not_allowed")
    }
    const asCarl = { "upnext-actor": "carl" }
    await expectRefused(board, boss, ["PATCH", `/tasks/${done}`, { status: "done" }], "not_allowed", asCarl)
    await expectRefused(
      board,
      boss,
      ["PATCH", `/tasks/${done}`, { status: "done", reviewer: null }],
      "not_allowed",
      asCarl,
    )
    await board.expectUntouched(async () =>
      expect(await callTool(board, boss, "update_task", { task: done, status: "done" })).toContain(
        "its own work",
      ),
    )
  })

  test("also where it put the task into another one's hands, and moved it on for that one", async () => {
    const board = await startAccess()
    const boss = await board.join("boss", { role: "manage" })
    const id = await make(boss, { reviewer: "carl" })
    await boss.run("task.edit", { id, status: "doing", assignee: "bob" })
    await boss.ask(`/tasks/${id}`, {
      method: "PATCH",
      body: { status: "review" },
      headers: { "upnext-actor": "bob" },
    })
    const review = { decision: "approve", reviewer: "carl" }
    await expectRefused(board, boss, ["POST", `/tasks/${id}/review`, review], "not_allowed")
  })

  test("also by another token of the account, and after its agent was changed", async () => {
    const board = await startAccess()
    const ann = await board.join("ann")
    const again = await board.join("ann")
    const id = await take(ann, { reviewer: "carl" }, "complete")
    await board.runHome("account.edit", { name: "ann", agent: "carl" })
    const review = { decision: "approve" }
    for (const member of [ann, again])
      await expectRefused(board, member, ["POST", `/tasks/${id}/review`, review], "not_allowed")
  })

  test("and an agent decides only where it is named", async () => {
    const board = await startAccess()
    const [ann, bob, carl] = [await board.join("ann"), await board.join("bob"), await board.join("carl")]
    const id = await take(ann, { reviewer: "carl" }, "complete")
    const review = ["POST", `/tasks/${id}/review`, { decision: "approve" }] as const
    await expectRefused(board, bob, review, "not_allowed")
    await expectRefused(board, bob, ["PATCH", `/tasks/${id}`, { reviewer: "bob" }], "not_allowed")
    expect(await carl.ask(review[1], { method: "POST", body: review[2] })).toMatchObject({ status: 200 })
  })

  test.each(roles)(
    "where only people decide, an account of role %s that is no person's does not",
    async (role) => {
      const board = await startAccess()
      const ann = await board.join("ann")
      const carl = await board.join("carl", { role })
      const id = await take(ann, { reviewer: "carl", metadata: { reviewers: "people" } }, "complete")
      const review = ["POST", `/tasks/${id}/review`, { decision: "approve" }] as const
      await expectRefused(board, carl, review, "not_allowed")
      await expectRefused(board, carl, ["PATCH", `/tasks/${id}`, { status: "done" }], "not_allowed")
      const both = { status: "done", metadata: { reviewers: null } }
      await expectRefused(board, carl, ["PATCH", `/tasks/${id}`, both], "not_allowed")
      if (role === "read") return
      await board.runHome("account.edit", { name: "carl", person: true })
      expect(await carl.ask(review[1], { method: "POST", body: review[2] })).toMatchObject({ status: 200 })
    },
  )
})
