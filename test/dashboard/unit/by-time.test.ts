import { expect, test } from "vitest"
import { turnsAt } from "../../../src/dashboard/sync/by-time.ts"

const now = Date.UTC(2026, 10, 3)
const at = (ms: number) => new Date(ms).toISOString()
const task = { ready: false, notBefore: null, backoffUntil: null }

test("a blocked task turns at the moment that the server names, once", () => {
  const blocked = { ...task, status: "blocked", silentAt: at(now + 30) } as const
  expect(turnsAt(blocked)).toBe(now + 30)
  expect(turnsAt({ ...blocked, stuck: ["overdue"] })).toBe(now + 30)
  expect(turnsAt({ ...blocked, stuck: ["silent"] })).toBeNull()
})

test("a task in progress turns when its silence makes it stuck, once", () => {
  const quiet = { since: at(now), stuckAt: at(now + 30), line: null }
  const lease = { holder: "otto", session: null, epoch: 1, expiresAt: null, heardAt: null, quiet }
  const doing = { ...task, status: "doing", lease } as const
  expect(turnsAt(doing)).toBe(now + 30)
  expect(turnsAt({ ...doing, stuck: ["quiet"] })).toBeNull()
  expect(turnsAt({ ...doing, status: "review" })).toBeNull()
})

test("a task that waits for a time turns when the last of its times has come, others never", () => {
  const waits = { ...task, status: "todo", notBefore: at(now + 10), backoffUntil: at(now + 20) } as const
  expect(turnsAt(waits)).toBe(now + 20)
  expect(turnsAt({ ...waits, backoffUntil: null })).toBe(now + 10)
  expect(turnsAt({ ...waits, ready: true })).toBeNull()
  expect(turnsAt({ ...task, status: "todo" })).toBeNull()
  expect(turnsAt({ ...waits, status: "doing" })).toBeNull()
})
