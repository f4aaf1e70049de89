import { expect, test } from "vitest"
import type { TaskView } from "../../../src/dashboard/api/types.ts"
import { readOpen } from "../../../src/dashboard/sync/read-open.ts"

/** A server with so many tasks to do, and two that are blocked. */
const listOf = (count: number) => async (status: string[], page: { limit: number; cursor?: string }) => {
  const total = status.includes("todo") ? count : 2
  const from = Number(page.cursor ?? 0)
  const to = Math.min(total, from + page.limit)
  const tasks = Array.from({ length: to - from }, (_, i) => ({ id: `${status[0]}-${from + i}` }) as TaskView)
  return Promise.resolve({
    value: { tasks, next: to < total ? String(to) : null, total },
    seq: 1,
  })
}

test("all open tasks are read, however many, and shown as they come in ever larger parts", async () => {
  const parts: { count: number; total: number }[] = []
  const read = await readOpen(listOf(200_000), (tasks, total) => parts.push({ count: tasks.length, total }))
  expect(read).toHaveLength(200_002)
  expect(parts.slice(0, 3)).toEqual([
    { count: 2, total: 2 },
    { count: 100, total: 200_002 },
    { count: 250, total: 200_002 },
  ])
  expect(parts.length).toBeLessThan(80)
  const shown = parts.reduce((sum, { count }) => sum + count, 0)
  expect(shown).toBeGreaterThan(150_000)
})

test("where an answer does not come, there is no list", async () => {
  const refusal = { status: 0, code: "lost", title: "", detail: "", hint: "" }
  expect(
    await readOpen(
      () => Promise.resolve({ refusal } as never),
      () => undefined,
    ),
  ).toBeNull()
})
