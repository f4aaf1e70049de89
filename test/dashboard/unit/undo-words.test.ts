import { expect, test } from "vitest"
import { sayBlocked, sayCommands, sayDropped } from "../../../src/dashboard/words/undo-words.ts"
import { sayLeft } from "../../../src/dashboard/words/trash-words.ts"

const command = (type: string, tasks: string[], kind: "first" | "undo" | "redo" = "first") => ({
  ...{ seq: 1, at: "2026-11-22T10:00:00.000Z", undone: false },
  ...{ type, kind, tasks },
})

test.each([
  ["moving T-1", [command("task.moved", ["T-1"])]],
  ["cancelling T-1", [{ ...command("task.moved", ["T-1"]), status: "cancelled" as const }]],
  ["changing T-9, T-10", [command("task.edited", ["T-10", "T-9"])]],
  ["changing 4 tasks", [command("task.edited", ["T-1", "T-2", "T-3", "T-4"])]],
  ["the review of T-3", [command("inbox.acked", []), command("task.reviewed", ["T-3"])]],
  ["marking as read", [command("inbox.acked", [])]],
  ["pausing the team", [command("team.paused", [])]],
  ["changing T-1", [command("task.put_back", ["T-1"], "redo")]],
  // An undo is told by what it took back.
  ["creating T-1", [command("task.deleted", ["T-1"], "undo")]],
  ["deleting T-1", [command("task.restored", ["T-1"], "undo")]],
  ["pausing an agent", [command("agent.resumed", [], "undo")]],
])("%s", (words, commands) => {
  expect(sayCommands(commands)).toBe(words)
})

test("what stands in the way is said with the page's own names of fields", () => {
  const refusal = { code: "undo_blocked", status: 409, title: "A later change stands in the way" } as const
  const detail = "T-1 has since been changed: its list of dependencies is different now."
  expect(sayBlocked({ ...refusal, detail, facts: { task: "T-1", field: "blockedBy" } })).toBe(
    "Not undone. T-1 has since been changed: “Waits for” is different now.",
  )
  const claimed = "T-1 has since been claimed by otto."
  expect(sayBlocked({ ...refusal, detail: claimed, facts: { task: "T-1", field: "lease" } })).toBe(
    `Not undone. ${claimed}`,
  )
})

test("of many links that are lost the first are named", () => {
  const edges = [1, 2, 3, 4].map(
    (n) => ({ of: "T-9", field: "blockedBy", to: `T-${n}`, why: "gone" }) as const,
  )
  expect(sayDropped([])).toBe("")
  expect(sayDropped(edges)).toBe(
    `${[1, 2, 3].map((n) => ` T-9 no longer waits for T-${n}: T-${n} is gone for good.`).join("")} The same applies to 1 more.`,
  )
})

test.each([
  [30, "30 days left"],
  [29.999, "30 days left"],
  [1.2, "1 day left"],
  [0.5, "less than a day left"],
])("%s days before the end: %s", (days, words) => {
  const now = Date.parse("2026-11-22T10:00:00.000Z")
  expect(sayLeft(new Date(now + days * 86_400_000).toISOString(), now)).toBe(words)
})
