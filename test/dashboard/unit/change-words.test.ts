import { expect, test } from "vitest"
import type { Changes, TaskView } from "../../../src/dashboard/api/types.ts"
import { sayChange, sayChanges } from "../../../src/dashboard/words/change-words.ts"

test.each<[string, Changes]>([
  ["T-7: Assignee is otto.", { assignee: "otto" }],
  ["T-7: Assignee is nobody.", { assignee: "unassigned" }],
  ["T-7: Tags are api, docs.", { tags: ["api", "docs"] }],
  ["T-7: Project is empty.", { project: null }],
  ["T-7 now waits for T-3, T-4.", { blockedBy: ["T-3", "T-4"] }],
  ["T-7 no longer waits for a task.", { blockedBy: [] }],
  ["T-7 now needs gpu.", { resources: ["gpu"] }],
  ["T-7 was found in T-2.", { discoveredFrom: "T-2" }],
  ["T-7: the start time changed.", { notBefore: "2026-12-02T10:00:00.000Z" }],
  ["T-7: the due date changed.", { dueAt: null }],
  ["T-7: the criteria changed.", { done_criteria: ["It is short"] }],
  ["T-7: the title and the dependencies changed.", { title: "Search", blockedBy: ["T-3"] }],
])("%s", (words, changes) => {
  expect(sayChange(changes, { id: "T-7", ...changes } as TaskView)).toBe(words)
})

test("several tasks are counted before what was changed", () => {
  expect(sayChanges({ blockedBy: ["T-3"] }, 3)).toBe("3 tasks: the dependencies changed.")
})
