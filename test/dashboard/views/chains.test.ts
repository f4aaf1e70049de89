import { expect, test } from "vitest"
import { limited, longestChain, waitingIn } from "../../../src/dashboard/views/graph/chains.ts"
import { duration } from "../../../src/dashboard/words/format.ts"
import type { TaskView } from "../../../src/domain/wire/tasks/view-schemas.ts"

/** A board made from lists of blockers, such as `T-2: ["T-1"]`. */
function board(waits: Record<string, string[]>, status: Record<string, TaskView["status"]> = {}) {
  return new Map(
    Object.entries(waits).map(([id, blockedBy]) => [
      id,
      { id, blockedBy, parent: null as string | null, status: status[id] ?? "todo" } as TaskView,
    ]),
  )
}

test("the graph has only open tasks that wait for one another", () => {
  const { tasks, edges } = waitingIn(
    board({ "T-1": [], "T-2": ["T-1"], "T-3": ["T-2"], "T-4": [], "T-5": ["T-9"] }, { "T-1": "done" }),
  )
  expect(tasks.map(({ id }) => id)).toEqual(["T-2", "T-3"])
  expect(edges).toEqual([["T-2", "T-3"]])
})

test("an open parent waits for its open parts, once each", () => {
  const tasks = board({ "T-1": ["T-2"], "T-2": [], "T-3": [], "T-4": [] }, { "T-4": "done" })
  for (const id of ["T-2", "T-3", "T-4"]) tasks.set(id, { ...tasks.get(id), parent: "T-1" } as TaskView)
  const { edges, parts } = waitingIn(tasks)
  expect(edges).toEqual([
    ["T-2", "T-1"],
    ["T-3", "T-1"],
  ])
  expect([...parts]).toEqual(["T-3 T-1"])
})

test("the longest chain follows the longest of several paths", () => {
  const diamond = waitingIn(
    board({ "T-1": [], "T-2": ["T-1"], "T-3": ["T-2"], "T-4": ["T-1", "T-3"], "T-5": ["T-1"] }),
  )
  expect(longestChain(diamond, null)).toEqual(["T-1", "T-2", "T-3", "T-4"])
  expect(longestChain(diamond, "T-5")).toEqual(["T-1", "T-5"])
  expect(longestChain(diamond, "T-1")).toEqual(["T-1"])
  expect(longestChain({ tasks: [], edges: [] }, null)).toEqual([])
})

test("a chain of thousands of tasks is followed to its end", () => {
  const long = Object.fromEntries(
    Array.from({ length: 5000 }, (_, i) => [`T-${i + 1}`, i === 0 ? [] : [`T-${i}`]]),
  )
  expect(longestChain(waitingIn(board(long)), null)).toHaveLength(5000)
})

test("of too many tasks, the chain and those with the most edges stay", () => {
  const star = waitingIn(
    board({ "T-1": [], "T-2": ["T-1"], "T-3": ["T-1"], "T-4": ["T-1"], "T-5": [], "T-6": ["T-5"] }),
  )
  const { tasks, edges } = limited(star, ["T-5", "T-6"], 3)
  expect(tasks.map(({ id }) => id)).toEqual(["T-5", "T-6", "T-1"])
  expect(edges).toEqual([["T-5", "T-6"]])
})

test.each([
  [null, "–"],
  [0, "< 1s"],
  [40_000, "40s"],
  [5_400_000, "1h 30m"],
  [3_600_000, "1h"],
  [273_600_000, "3d 4h"],
])("a span of %s ms is shown as %s", (ms, text) => expect(duration(ms)).toBe(text))
