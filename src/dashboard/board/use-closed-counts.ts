import { useEffect, useState } from "preact/hooks"
import { call } from "../api/api.ts"
import type { ApiResult } from "../api/types.ts"
import { isSearchable } from "../palette/rank.ts"
import { useApp } from "../state/context.ts"
import { filterTo, isNarrow, queryOf } from "../state/filter.ts"
import type { BoardFilter, Closed, Grouping, State } from "../state/state.ts"
import type { Store } from "../state/store.ts"
import { useRead } from "../views/use-read.ts"
import type { ClosedCount, ClosedCounts } from "./columns.ts"
import { laneKey } from "./lanes.ts"

/** How long nobody must have typed before the server is asked, in ms. */
const restMs = 150

/** The shortest time between two readings, in ms. Each reading takes several requests. */
const gatherMs = 1500

/** How many closed tasks of a column are shown. */
const mostTasks = 50

/** How many groups of a column are counted. */
const mostGroups = 20

/**
 * The board loads only the newest closed tasks. While it is filtered or grouped, this asks the server which closed tasks
 * match, and how many there are. Null until the server has answered.
 */
export function useClosedCounts({ filter, grouping, name }: State): ClosedCounts | null {
  const { store } = useApp()
  const [settled, settle] = useState(filter)
  useEffect(() => {
    const timer = setTimeout(() => settle(filter), restMs)
    return () => clearTimeout(timer)
  }, [filter])
  const isAsked = isNarrow(settled) || grouping !== "none"
  const { value } = useRead(
    `closed ${isAsked ? `${grouping} ${settled.mine ? name : ""} ${filterTo(settled)}` : ""}`,
    () => (isAsked ? read(settled, grouping, store) : nothing),
    { isAbout: ({ type }) => moving.has(type), gatherMs },
  )
  return settled === filter ? value : null
}

// --- internal ---

const nothing: Promise<ApiResult<null>> = Promise.resolve({ value: null, seq: 0 })

/** Events that may move a task into or out of a closed column, or change a field that the filter looks at. */
const moving: ReadonlySet<string> = new Set([
  "task.completed",
  "task.deleted",
  "task.edited",
  "task.moved",
  "task.reviewed",
])

async function read(
  filter: BoardFilter,
  grouping: Grouping,
  store: Store,
): Promise<ApiResult<ClosedCounts | null>> {
  // The server searches for words. A text without a letter or a digit has none.
  if (filter.text.trim() !== "" && !isSearchable(filter.text)) return nothing
  const [done, cancelled] = await Promise.all([
    count("done", filter, grouping, store),
    count("cancelled", filter, grouping, store),
  ])
  if ("refusal" in done) return done
  if ("refusal" in cancelled) return cancelled
  return { value: { done: done.value, cancelled: cancelled.value }, seq: done.seq }
}

async function count(
  status: Closed,
  filter: BoardFilter,
  grouping: Grouping,
  store: Store,
): Promise<ApiResult<ClosedCount>> {
  const text = filter.text.trim()
  const query = {
    ...queryOf(filter, store.state.name),
    ...(text !== "" && { q: text }),
    status,
    compact: true,
  }
  const page = await call("task.list", { ...query, sort: "-updated", limit: mostTasks })
  if ("refusal" in page) return page
  const { tasks, total } = page.value
  if (isNarrow(filter)) store.dispatch({ type: "found", tasks })
  const groups = new Map<string, number>()
  if (grouping !== "none" && total > tasks.length) {
    // No list finds the tasks without a parent.
    const keys = new Set(tasks.map((task) => laneKey(task, grouping)).filter((key) => key !== ""))
    const names = [...keys].slice(0, mostGroups)
    const answers = await Promise.all(
      names.map((name) => call("task.list", { ...query, [grouping]: name, limit: 1 })),
    )
    answers.forEach((answer, i) => {
      if ("value" in answer) groups.set(names[i] ?? "", answer.value.total)
    })
  }
  return { value: { total, ids: new Set(tasks.map(({ id }) => id)), groups }, seq: page.seq }
}
