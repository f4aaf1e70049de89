import { useEffect, useMemo, useState } from "preact/hooks"
import { useApp } from "../state/context.ts"
import type { Card, State } from "../state/state.ts"
import { focusedTask, hasNoFocus } from "../page/keys.ts"
import { columnsOf, isOver } from "./columns.ts"
import { FilterBar } from "./filter-bar.tsx"
import { ListRow } from "./list-row.tsx"
import { ListRows } from "./list-rows.tsx"
import { comparing, listColumns, type ListSort } from "./list-sort.ts"
import { useServerFilter } from "./use-server-filter.ts"
import { useSelecting } from "./use-selecting.ts"
import { useStepping } from "./use-stepping.ts"
import { listen } from "../state/listen.ts"

/** The order that was chosen last, kept while the page is open. */
let kept: ListSort = { by: "next", isDown: false }

/** All tasks as rows, in any order, by the same filter as the board. */
export function ListView({ state }: { state: State }) {
  const { store } = useApp()
  const { tasks, totals, moved, name, wanted } = state
  const [sort, setSort] = useState(kept)
  const search = useServerFilter(state)
  const { filter, closed, found } = search
  const columns = useMemo(
    () => columnsOf({ ...state, filter }, closed, found),
    [tasks, totals, moved, name, search],
  )
  const rows = useMemo(() => columns.flatMap((column) => column.tasks).sort(comparing(sort)), [columns, sort])
  const select = useSelecting(() => [rows])
  useStepping(() => [rows])
  const older = columns.reduce(
    (sum, { status, total, tasks: own }) => sum + (isOver(status) ? total - own.length : 0),
    0,
  )
  const isPart = columns.some((column) => column.isPart)

  function order(by: ListSort["by"]) {
    kept = { by, isDown: sort.by === by && !sort.isDown }
    setSort(kept)
  }

  useListKeys(rows)
  useEffect(() => {
    if (wanted !== null && !tasks.has(wanted)) store.set({ wanted: null })
  }, [wanted])

  return (
    <>
      <FilterBar state={state} at="list" search={search} />
      <div
        class="list"
        role="table"
        aria-label="Tasks"
        aria-rowcount={rows.length + 1}
        data-density={state.density}
      >
        <ListHead sort={sort} onOrder={order} />
        <ListRows rows={rows} wanted={wanted} density={state.density}>
          {(task, index) => (
            <ListRow
              key={task.id}
              task={task}
              index={index + 2}
              isOpen={state.open?.id === task.id}
              isSelected={state.selected.has(task.id)}
              onSelect={select}
            />
          )}
        </ListRows>
      </div>
      <p class="list-end muted small-text">
        {rows.length === 0
          ? search.isSearching
            ? ""
            : "No task matches. "
          : `${rows.length.toLocaleString()} tasks. `}
        {older > 0 &&
          `${older.toLocaleString()}${isPart ? " or more" : ""} older finished tasks are not shown.`}
      </p>
    </>
  )
}

// --- internal ---

function ListHead({ sort, onOrder }: { sort: ListSort; onOrder(by: ListSort["by"]): void }) {
  return (
    <div role="rowgroup">
      <div class="list-row list-head" role="row" aria-rowindex={1}>
        {listColumns.map(({ by, name, isWide }) => (
          <span
            key={by}
            role="columnheader"
            class={isWide ? "is-wide" : ""}
            aria-sort={sort.by === by ? (sort.isDown ? "descending" : "ascending") : "none"}
          >
            <button type="button" class="quiet" onClick={() => onOrder(by)}>
              {name}
              {sort.by === by && <span aria-hidden="true">{sort.isDown ? " ↓" : " ↑"}</span>}
            </button>
          </span>
        ))}
      </div>
    </div>
  )
}

/** The keys lead from row to row, also to rows that are not drawn yet. */
function useListKeys(rows: readonly Card[]): void {
  const { store } = useApp()
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return
      const id = focusedTask()
      if ((id === undefined && !hasNoFocus()) || document.querySelector("dialog[open]")) return
      const to = stepTo(rows, id, event.key)
      if (!to) return
      event.preventDefault()
      store.set({ wanted: to.id })
    }
    return listen(document, { keydown: onKey })
  }, [rows, store])
}

/** How many rows Page up and Page down go. */
const page = 15

function stepTo(rows: readonly Card[], id: string | undefined, key: string): Card | undefined {
  const at = rows.findIndex((task) => task.id === id)
  const to = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: rows.length,
  }[key]
  if (to === undefined) return undefined
  return rows[Math.min(Math.max(0, to), rows.length - 1)]
}
