import { expect, test } from "vitest"
import {
  childrenIn,
  folded,
  limited,
  longestChain,
  standIns,
  waitingIn,
} from "../../../src/dashboard/views/graph/chains.ts"
import { componentsOf, pack } from "../../../src/dashboard/views/graph/pack.ts"
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

test("the tasks that others stand for are left out, and their edges are drawn once at those", () => {
  const tasks = board({ "T-1": [], "T-2": ["T-1"], "T-3": [], "T-4": ["T-2", "T-3"], "T-5": ["T-4"] })
  for (const id of ["T-2", "T-3"]) tasks.set(id, { ...tasks.get(id), parent: "T-6" } as TaskView)
  tasks.set("T-6", { ...tasks.get("T-1"), id: "T-6", parent: "T-7" } as TaskView)
  tasks.set("T-7", { ...tasks.get("T-1"), id: "T-7" } as TaskView)
  const waiting = waitingIn(tasks)
  expect([...childrenIn(waiting)]).toEqual([
    ["T-6", 2],
    ["T-7", 1],
  ])
  const shown = (...folds: string[]) => {
    const { tasks, edges } = folded(waiting, standIns(waiting.tasks, new Set(folds)))
    return [tasks.map(({ id }) => id).join(" "), edges.map((edge) => edge.join(">")).join(" ")]
  }
  expect(shown("T-6")).toEqual(["T-1 T-4 T-5 T-6 T-7", "T-1>T-6 T-6>T-4 T-4>T-5 T-6>T-7"])
  expect(shown("T-6", "T-7")).toEqual(["T-1 T-4 T-5 T-7", "T-1>T-7 T-7>T-4 T-4>T-5"])
  expect(shown()[1]).toBe(waiting.edges.map((edge) => edge.join(">")).join(" "))
})

test("what no edge connects is a part of its own, and the parts fill the width without an overlap", () => {
  const ids = ["a", "b", "c", "d", "e", "f"]
  expect(
    componentsOf(ids, [
      ["a", "c"],
      ["f", "c"],
      ["d", "e"],
    ]),
  ).toEqual([["a", "c", "f"], ["b"], ["d", "e"]])
  const sizes = [
    ...[
      [300, 100],
      [300, 400],
      [200, 100],
      [200, 90],
      [600, 50],
      [900, 40],
    ],
  ].map(([width = 0, height = 0]) => ({ width, height }))
  const boxes = pack(sizes, 800).map(
    (at, i) => ({ ...at, ...sizes[i] }) as typeof at & (typeof sizes)[number],
  )
  for (const [i, a] of boxes.entries())
    for (const b of boxes.slice(i + 1))
      expect(
        a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y,
      ).toBe(true)
  expect(Math.max(...boxes.map(({ x, width }) => x + width)), "the widest one").toBe(900)
  expect(
    Math.max(...boxes.map(({ y, height }) => y + height)),
    "the highest one and what is wider than the rest",
  ).toBe(490)
  expect(boxes[1], "the highest first").toMatchObject({ x: 0, y: 0 })
})
