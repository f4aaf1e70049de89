import { expect, test } from "vitest"
import { roles } from "../../src/domain/wire/access/access.ts"
import { make, take } from "./stages.ts"
import { startAccess, type AccessBoard, type Member } from "./support.ts"
import { editRows } from "./table-of-edits.ts"

// What a role allows is asked of each task by itself: an edit of several is no way around a row of the table for one.

interface Outcome {
  readonly tasks: readonly { readonly id: string }[]
  readonly refused: readonly { readonly id: string; readonly code: string }[]
}

async function editMany(member: Member, ids: readonly string[], changes: object): Promise<Outcome> {
  const { status, json } = await member.ask("/tasks/edit", { method: "POST", body: { ids, changes } })
  expect(status).toBe(200)
  return json
}

/** Bob, and Ann who may do anything for now. */
async function startPair(): Promise<{ board: AccessBoard; me: Member; bob: Member }> {
  const board = await startAccess()
  const bob = await board.join("bob")
  await bob.run("agent.heartbeat", { name: "bob" })
  const me = await board.join("ann", { role: "admin" })
  await me.run("agent.heartbeat", { name: "ann" })
  return { board, me, bob }
}

const titleOf = ({ whose, what, from }: (typeof editRows)[number]) =>
  `${[whose, what].filter((part) => part !== undefined).join(" ")} from ${from}`

test.each(editRows.map((row) => [titleOf(row), row] as const))("%s", async (_, row) => {
  for (const role of ["work", "manage"] as const) {
    const stage = await startPair()
    const id = (await row.given?.(stage)) ?? ""
    const { id: named, ...changes } = row.send?.({ ...stage, id }) ?? {}
    await stage.board.setRole("ann", role)
    const { tasks, refused } = await editMany(stage.me, [String(named)], changes)
    const may = row.from !== "nobody" && roles.indexOf(role) >= roles.indexOf(row.from)
    expect([tasks.map((task) => task.id), refused.map(({ code }) => code)], role).toEqual(
      may ? [[id], []] : [[], ["not_allowed"]],
    )
  }
})

test("who may not edit one task of several still edits the others", async () => {
  const { board, me, bob } = await startPair()
  const [theirs, held, made] = [await make(bob), await take(me), await make(me)]
  await board.setRole("ann", "work")
  const { tasks, refused } = await editMany(me, [theirs, held, made], { title: "Better", reviewer: "carl" })
  expect(tasks.map(({ id }) => id)).toEqual([held, made])
  expect(refused).toMatchObject([
    { id: theirs, code: "not_allowed", detail: expect.stringContaining("may not edit a task") as string },
  ])
  await board.expectUntouched(async () => {
    const loosened = await editMany(me, [held, theirs], { reviewer: null, title: "Worse" })
    expect(loosened.refused.map(({ code }) => code)).toEqual(["not_allowed", "not_allowed"])
  })
})
