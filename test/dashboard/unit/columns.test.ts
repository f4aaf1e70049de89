import { expect, test } from "vitest"
import type { CommentView, TaskView } from "../../../src/dashboard/api/types.ts"
import { columnsOf } from "../../../src/dashboard/board/columns.ts"
import { filterFrom, filterTo, matcher, noFilter } from "../../../src/dashboard/state/filter.ts"
import { leaseOf, restOf } from "../../../src/dashboard/words/format.ts"
import { parseRoute, pathTo } from "../../../src/dashboard/page/route.ts"
import { createStore } from "../../../src/dashboard/state/store.ts"
import { lanesOf } from "../../../src/dashboard/board/lanes.ts"
import type { BoardFilter, Card } from "../../../src/dashboard/state/state.ts"
import { offsetsOf, windowOf } from "../../../src/dashboard/board/window.ts"

test("a window holds the visible rows and a few more, and leaves room for the rest", () => {
  const offsets = offsetsOf(Array.from({ length: 5000 }, (_, i) => 60 + (i % 3) * 20))
  const end = offsets.at(-1) ?? 0
  for (const top of [0, 1, 59, 60, 5000, 123_456, end - 800, end, end + 5000]) {
    const { from, to, before, after } = windowOf(offsets, top, 800, 200)
    const seen = Math.min(top, end - 800)
    expect(offsets[from]).toBeLessThanOrEqual(Math.max(0, seen))
    expect(offsets[to]).toBeGreaterThanOrEqual(Math.min(end, seen + 800))
    expect(to - from).toBeLessThan(30)
    expect(before + ((offsets[to] ?? 0) - (offsets[from] ?? 0)) + after).toBe(end)
  }
  expect(windowOf(offsetsOf([]), 0, 800, 200)).toEqual({ from: 0, to: 0, before: 0, after: 0 })
})

const card = (n: number, more: Partial<Card>): Card =>
  ({
    id: `T-${n}`,
    title: "",
    status: "todo",
    priority: "P2",
    assignee: "unassigned",
    project: "default",
    tags: [],
    blockedBy: [],
    ready: true,
    updatedAt: "",
    finishedAt: null,
    rank: null,
    ...more,
  }) as Card

function columns(cards: Card[], more: Partial<Parameters<typeof columnsOf>[0]> = {}) {
  const shown = {
    totals: { done: 0, cancelled: 0 },
    moved: new Map(),
    filter: noFilter,
    name: null,
  }
  return columnsOf({ tasks: new Map(cards.map((each) => [each.id, each])), ...shown, ...more })
}

test("a column is in the order in which work is handed out, and in rows if asked for", () => {
  const cards = [
    card(1, {}),
    card(2, { assignee: "otto", priority: "P3" }),
    card(10, { priority: "P0" }),
    card(9, { priority: "P0", assignee: "Ann" }),
    card(3, { rank: "b" }),
    card(4, { rank: "a0" }),
    card(5, { rank: "a" }),
  ]
  expect(columns(cards)[0]?.tasks.map(({ id }) => id)).toEqual([
    "T-9",
    "T-10",
    "T-5",
    "T-4",
    "T-3",
    "T-1",
    "T-2",
  ])
  const { tasks } = { tasks: new Map(cards.map((each) => [each.id, each])) }
  const lanes = lanesOf(columns(cards), "assignee", tasks, null)
  expect(lanes.map(({ name, columns: [ready] }) => [name, ready?.tasks.map(({ id }) => id)])).toEqual([
    ["Ann", ["T-9"]],
    ["otto", ["T-2"]],
    ["Nobody", ["T-10", "T-5", "T-4", "T-3", "T-1"]],
  ])
})

test("a moved card shows in its new column at once, even if it does not match the filter", () => {
  const [todo, , doing] = columns([card(1, {}), card(2, {})], {
    moved: new Map([["T-1", "doing"]]),
    filter: { ...noFilter, project: ["nothing like it"] },
  })
  expect(todo?.tasks).toEqual([])
  expect(doing?.tasks.map(({ id }) => id)).toEqual(["T-1"])
})

test("a compact answer updates the card; the panel keeps its older, whole task with its version", () => {
  const store = createStore()
  const whole = { ...card(1, { version: 1 }), description: "Mine", criteria: [] }
  store.dispatch({ type: "opened", id: "T-1" })
  store.dispatch({ type: "read", task: whole })
  store.dispatch({ type: "changed", task: card(1, { version: 2, title: "Later" }) })
  expect(store.state.tasks.get("T-1")).toMatchObject({ version: 2, title: "Later" })
  expect(store.state.open?.task).toEqual(whole)
  store.dispatch({ type: "changed", task: { ...whole, version: 3, description: "Theirs" } })
  expect(store.state.open?.task).toMatchObject({ version: 3, description: "Theirs" })
})

test.each([
  ["/dashboard", { view: "board", task: null }],
  ["/dashboard/", { view: "board", task: null }],
  ["/dashboard/tasks/t-7", { view: "board", task: "T-7" }],
  ["/dashboard/activity", { view: "activity", task: null }],
  ["/dashboard/needs-you/tasks/T-7/", { view: "needs-you", task: "T-7" }],
  ["/dashboard/tasks/T-0", { view: "board", task: null }],
])("the address %s leads to its view and its task", (path, route) => {
  expect(parseRoute(path)).toEqual(route)
  expect(parseRoute(pathTo(route))).toEqual(route)
})

test("a filter written into an address is read back unchanged", () => {
  const filter: BoardFilter = {
    text: "a & b",
    assignee: ["Zoë 🦉", "unassigned"],
    notAssignee: ["otto"],
    reviewer: ["ines"],
    notReviewer: ["rea"],
    project: ["web", "api"],
    notProject: ["a&b"],
    tag: ["x=y", "ü"],
    notTag: ["später"],
    priority: ["P1", "P0"],
    parent: "T-7",
    working: true,
    ready: "0",
    overdue: true,
    stuck: true,
    mine: true,
  }
  expect(filterFrom(filterTo(filter))).toEqual(filter)
  expect(filterTo(noFilter)).toBe("")
  expect(filterFrom("?priority=P9&ready=maybe&overdue=yes&stuck=0&parent=x")).toEqual(noFilter)
})

test("a lease turns warm when less than a fifth of it is left, and red in its last minute", () => {
  const claimed = { updatedAt: "2026-01-01T00:00:00.000Z", etaMs: null }
  const tone = (minutes: number) =>
    leaseOf("2026-01-01T00:30:00.000Z", claimed, Date.parse(claimed.updatedAt) + minutes * 60_000).tone
  expect([0, 23, 25, 29.1, 31].map(tone)).toEqual(["calm", "calm", "soon", "urgent", "urgent"])
  const renewed = { ...claimed, leaseMs: 7_200_000 }
  expect(leaseOf("2026-01-01T02:00:00.000Z", renewed, Date.parse("2026-01-01T01:40:00Z")).tone).toBe("soon")
  expect(leaseOf(null, claimed, 0).text).toBe("held")
})

test("a late answer does not replace newer fields in the panel, but adds its comments", () => {
  const store = createStore()
  const task = (version: number) => ({ id: "T-1", version }) as TaskView
  const comments = [{ id: "C-1" } as CommentView]
  store.dispatch({ type: "opened", id: "T-1" })
  store.dispatch({ type: "read", task: task(2) })
  store.dispatch({ type: "read", task: task(1), comments })
  expect(store.state.open).toMatchObject({ task: { version: 2 }, comments })
  store.dispatch({ type: "read", task: task(3) })
  expect(store.state.open).toMatchObject({ task: { version: 3 }, comments })
})

test("a resting task says for how long and why; one that may be taken says nothing", () => {
  const at = (ms: number) => new Date(ms).toISOString()
  const now = Date.UTC(2030, 0, 1)
  expect(restOf({ backoffUntil: null, notBefore: null }, now)).toBeNull()
  // An older server does not send these fields.
  expect(restOf({} as { backoffUntil: null; notBefore: null }, now)).toBeNull()
  expect(restOf({ backoffUntil: at(now), notBefore: at(now - 1) }, now)).toBeNull()
  expect(restOf({ backoffUntil: at(now + 90_000), notBefore: at(now) }, now)).toMatchObject({
    left: "1m",
    why: expect.stringMatching(/^Retries at .* after a failed attempt$/) as string,
  })
  expect(restOf({ backoffUntil: at(now + 90_000), notBefore: at(now + 7_200_000) }, now)).toMatchObject({
    left: "2h",
    why: expect.stringMatching(/^Not before /) as string,
  })
})

test("names match in any case, projects and tags letter by letter, as on the server", () => {
  const task = card(1, { assignee: "Zo\u00eb", reviewer: "Ines", project: "Web", tags: ["Bug"] })
  const fits = (filter: Partial<BoardFilter>) => matcher({ ...noFilter, ...filter }, null)(task)
  expect(fits({ assignee: ["zoe\u0308"], reviewer: ["INES"] })).toBe(true)
  expect([fits({ project: ["web"] }), fits({ project: ["Web"] })]).toEqual([false, true])
  expect([fits({ notProject: ["web"] }), fits({ notProject: ["Web"] })]).toEqual([true, false])
  expect([fits({ tag: ["bug"] }), fits({ tag: ["Bug"] })]).toEqual([false, true])
  expect([fits({ notTag: ["bug"] }), fits({ notTag: ["Bug"] })]).toEqual([true, false])
})
