import { useMemo } from "preact/hooks"
import type { State } from "../state/state.ts"
import { columnsOf, firstReady } from "./columns.ts"
import { lanesOf } from "./lanes.ts"
import type { ServerFilter } from "./use-server-filter.ts"

/** The cards that fit the filter by column, and by row where the board has rows; and the task that is handed out next. */
export function useBoardCards(state: State, search: ServerFilter) {
  const { tasks, totals, moved, grouping, name } = state
  const { filter, closed, found } = search
  const columns = useMemo(
    () => columnsOf({ ...state, filter }, closed, found),
    [tasks, totals, moved, name, search],
  )
  const lanes = useMemo(
    () => (grouping === "none" ? null : lanesOf(columns, grouping, tasks, closed)),
    [columns, grouping, tasks, closed],
  )
  const next = useMemo(() => firstReady(tasks), [tasks])
  return { columns, lanes, next }
}
