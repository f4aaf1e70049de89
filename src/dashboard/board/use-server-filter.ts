import { useMemo, useRef, useEffect, useState } from "preact/hooks"
import { openStatuses } from "../../domain/wire/enums.ts"
import { all, call } from "../api/api.ts"
import type { ApiResult, Refusal } from "../api/types.ts"
import { isSearchable } from "../words/rank.ts"
import { useApp } from "../state/context.ts"
import { filterTo, isNarrow, queryOf, wordsOf } from "../state/filter.ts"
import type { Grouping } from "../api/session.ts"
import type { BoardFilter, Closed, State } from "../state/state.ts"
import type { Store } from "../state/store.ts"
import { useRead } from "../reads/use-read.ts"
import { sayRefusal } from "../words/refusals.ts"
import type { ClosedCount, ClosedCounts } from "./columns.ts"
import { laneKey } from "./lanes.ts"

/** While somebody types, the server is asked when the filter has stayed the same for this long, in ms. */
const restMs = 150

/** The shortest time between two readings, in ms. Each reading takes several requests. */
const gatherMs = 1500

/** How many closed tasks of a column are shown. */
const mostTasks = 50

/** How many groups of a column are counted. */
const mostGroups = 20

/** What the board and the list are drawn by. */
export interface ServerFilter {
  /** The filter, with the words that were answered last: cards stay as they are until the next answer. */
  readonly filter: BoardFilter
  /** The open tasks that hold these words; null where words leave nothing out. */
  readonly found: ReadonlySet<string> | null
  /** Null until the server has answered, or where nothing is filtered or grouped. */
  readonly closed: ClosedCounts | null
  /** True until the answer to the current words has arrived. */
  readonly isSearching: boolean
  /** Why the words that are typed leave nothing out; null where they do. */
  readonly trouble: string | null
}

/**
 * The board loads only the newest closed tasks, and no long texts. So this asks the server which open tasks hold the
 * words of the filter, and, while the board is filtered or grouped, which closed tasks match and how many there are.
 */
export function useServerFilter({ filter, grouping, name }: State): ServerFilter {
  const { store } = useApp()
  const settled = useSettled(filter, restMs)
  const isAsked = isNarrow(settled) || grouping !== "none"
  const reading = useRead(
    `closed ${isAsked ? `${grouping} ${settled.mine ? name : ""} ${filterTo(settled)}` : ""}`,
    () => (isAsked ? read(settled, grouping, store) : nothing),
    { isAbout: ({ type }) => moving.has(type), gatherMs },
  )
  // An address may bring words. Then nothing is shown before the first answer, and everything if there is none.
  const last = useRef<FilterAnswer>({
    text: filter.text,
    found: filter.text.trim() === "" ? null : new Set(),
    closed: null,
  })
  const isCurrent = settled === filter
  const isText = filter.text.trim() !== ""
  const trouble = isText && isCurrent ? whyNot(filter.text, reading.refusal) : null
  if (!isText || trouble !== null)
    last.current = { text: isText ? "" : filter.text, found: null, closed: null }
  if (isCurrent && reading.value !== null && trouble === null) last.current = reading.value
  const { text, found, closed } = last.current
  const isOurs = isCurrent && reading.value !== null
  return useMemo(
    () => ({
      filter: text === filter.text ? filter : { ...filter, text },
      found,
      // Until the next answer, these counts are those of the one before.
      closed: isOurs || isText ? closed : null,
      isSearching: isText && trouble === null && !isOurs,
      trouble,
    }),
    [filter, text, found, closed, isOurs, trouble],
  )
}

// --- internal ---

const nothing: Promise<ApiResult<null>> = Promise.resolve({ value: null, seq: 0 })

/** Events that may move a task into or out of a column, or change a field or a text that the filter looks at. */
const moving: ReadonlySet<string> = new Set([
  "task.created",
  "task.completed",
  "task.deleted",
  "task.restored",
  "task.put_back",
  "task.edited",
  "task.moved",
  "task.reviewed",
])

/** What the server says of a text, and of the filter around it. */
interface FilterAnswer extends Pick<ServerFilter, "found" | "closed"> {
  readonly text: string
}

async function read(
  filter: BoardFilter,
  grouping: Grouping,
  store: Store,
): Promise<ApiResult<FilterAnswer | null>> {
  if (filter.text.trim() !== "" && !isSearchable(filter.text)) return nothing
  const [open, done, cancelled] = await Promise.all([
    openWith(filter.text),
    readClosed("done", filter, grouping, store),
    readClosed("cancelled", filter, grouping, store),
  ])
  if ("refusal" in open) return open
  if ("refusal" in done) return done
  if ("refusal" in cancelled) return cancelled
  const closed = { done: done.value, cancelled: cancelled.value }
  return { value: { text: filter.text, found: open.value, closed }, seq: open.seq }
}

/** The ids of all open tasks that hold these words; null without words. The page knows what else the filter asks. */
async function openWith(text: string): Promise<ApiResult<ReadonlySet<string> | null>> {
  const words = wordsOf(text)
  if (words === null) return { value: null, seq: 0 }
  const list = (page: object) =>
    call("task.list", { ...words, status: [...openStatuses], fields: ["id"], ...page })
  const found = await all("tasks", list)
  return "refusal" in found ? found : { value: new Set(found.value.map(({ id }) => id)), seq: found.seq }
}

/** Why words leave nothing out: the server did not say which tasks hold them, or there is no word. */
function whyNot(text: string, refusal: Refusal | null): string | null {
  if (!isSearchable(text)) return "Type at least one letter or digit to search."
  if (refusal === null) return null
  const { title, detail } = sayRefusal(refusal)
  return [`These words do not filter the tasks: ${title}.`, detail].filter(Boolean).join(" ")
}

/** The newest of what is done or cancelled, which the page keeps too, and how much more there is. */
async function readClosed(
  status: Closed,
  filter: BoardFilter,
  grouping: Grouping,
  store: Store,
): Promise<ApiResult<ClosedCount>> {
  // Nothing closed is in progress or ready to start.
  if (filter.working || filter.ready === "1")
    return { value: { total: 0, ids: new Set(), groups: new Map() }, seq: 0 }
  const query = {
    ...queryOf(filter, store.state.name),
    ...wordsOf(filter.text),
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

/**
 * The value, for what is too dear to be done at each change: the first change after a rest counts at once, and those
 * that follow it quickly count together, when nothing has changed for `restMs`.
 */
function useSettled<T>(value: T, restMs: number): T {
  const [settled, settle] = useState(value)
  const latest = useRef({ value, at: -Infinity })
  useEffect(() => {
    if (latest.current.value === value) return
    const hasRested = performance.now() - latest.current.at >= restMs
    latest.current = { value, at: performance.now() }
    if (hasRested) {
      settle(value)
      return
    }
    const timer = setTimeout(() => settle(value), restMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
