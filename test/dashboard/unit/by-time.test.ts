import { expect, test } from "vitest"
import { turnsAt } from "../../../src/dashboard/sync/by-time.ts"
import { silenceMs } from "../../../src/domain/board/attention.ts"

const now = Date.UTC(2026, 10, 3)
const at = (ms: number) => new Date(ms).toISOString()
const task = { ready: false, notBefore: null, backoffUntil: null, updatedAt: at(now) }

test("a blocked task turns a day after its last change or the last comment, as on the server", () => {
  expect(turnsAt({ ...task, status: "blocked" })).toBe(now + silenceMs)
  expect(turnsAt({ ...task, status: "blocked", stuck: ["overdue"] }, now + 5)).toBe(now + 5 + silenceMs)
  expect(turnsAt({ ...task, status: "blocked" }, now - 5)).toBe(now + silenceMs)
  expect(turnsAt({ ...task, status: "blocked", stuck: ["silent"] })).toBeNull()
})

test("a task that waits for a time turns when the last of its times has come, others never", () => {
  const waits = { ...task, status: "todo", notBefore: at(now + 10), backoffUntil: at(now + 20) } as const
  expect(turnsAt(waits)).toBe(now + 20)
  expect(turnsAt({ ...waits, backoffUntil: null })).toBe(now + 10)
  expect(turnsAt({ ...waits, ready: true })).toBeNull()
  expect(turnsAt({ ...task, status: "todo" })).toBeNull()
  expect(turnsAt({ ...waits, status: "doing" })).toBeNull()
})
