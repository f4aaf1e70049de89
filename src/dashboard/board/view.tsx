import { monitorForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter"
import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import type { Status } from "../api/types.ts"
import { listenToBoardKeys } from "./keys.ts"
import { columnsOf, type BoardColumn as ColumnOf } from "./columns.ts"
import { Column } from "./column.tsx"
import { FilterBar } from "./filter-bar.tsx"
import { StatusIcon } from "../components/icons.tsx"
import { useClosedCounts } from "./use-closed-counts.ts"
import { useApp } from "../state/context.ts"
import { focusedTask, useShortcuts } from "../shell/keys.ts"
import { statusNames } from "../words/move-words.ts"
import { session } from "../state/session.ts"
import type { State } from "../state/state.ts"

/** All tasks by their state. */
export function BoardView({ state }: { state: State }) {
  const { store, actions } = useApp()
  const { tasks, totals, moved, filter, grouping } = state
  const closed = useClosedCounts(state)
  const columns = useMemo(() => columnsOf(state, closed), [tasks, totals, moved, filter, grouping, closed])
  const [dragged, setDragged] = useState<string | null>(null)
  const [folded, setFolded] = useState<readonly string[]>(() => session.folded())
  const [inView, setInView] = useState<string | undefined>("todo")
  const isFolded = (status: Status) => folded.includes(status) && !isPhone()
  const open = useRef<readonly ColumnOf[]>([])
  open.current = columns.filter(({ status }) => !isFolded(status))

  useEffect(() => listenToBoardKeys({ store, actions, columns: () => open.current }), [store])
  useEffect(
    () =>
      monitorForElements({
        onDragStart: ({ source }) => setDragged(String(source.data["task"])),
        onDrop: () => setDragged(null),
      }),
    [],
  )
  useEffect(() => {
    const isShown = open.current.some((column) => column.tasks.some(({ id }) => id === state.wanted))
    if (state.wanted !== null && !isShown) store.dispatch({ type: "wanted", id: null })
  }, [state.wanted])
  useShortcuts([
    { keys: "Arrows", label: "From card to card", group: "Board" },
    { keys: "Enter", label: "Open the card", group: "Board" },
    { keys: "Space", label: "Take the card, and drop it where the arrows led", group: "Board" },
    {
      keys: "m",
      label: "Move the card to…",
      group: "Board",
      when: () => focusedTask() !== undefined,
      run: () => move(focusedTask()),
    },
    { keys: "/", label: "Filter", group: "Board", run: () => document.getElementById("filter")?.focus() },
  ])

  function move(id: string | undefined) {
    if (id !== undefined) store.dispatch({ type: "moving", moving: { id, to: null, outcome: null } })
  }

  function fold(status: Status) {
    const next = folded.includes(status) ? folded.filter((each) => each !== status) : [...folded, status]
    setFolded(next)
    session.setFolded(next)
  }

  return (
    <>
      <FilterBar state={state} />
      <nav class="tabs" aria-label="Columns">
        {columns.map(({ status, total, isPart }) => (
          <button
            key={status}
            type="button"
            aria-current={status === inView ? "true" : undefined}
            onClick={() => scrollTo(status)}
          >
            <StatusIcon status={status} />
            {statusNames[status]}
            <span class="column-count">
              {total}
              {isPart && "+"}
            </span>
          </button>
        ))}
      </nav>
      <div class="board" onScroll={({ currentTarget }) => setInView(columnInView(currentTarget))}>
        {columns.map((column) => (
          <Column
            key={column.status}
            column={column}
            state={state}
            isFolded={isFolded(column.status)}
            dragged={dragged}
            onFold={fold}
          />
        ))}
      </div>
    </>
  )
}

// --- internal ---

function isPhone(): boolean {
  return matchMedia("(max-width: 640px)").matches
}

function scrollTo(status: Status): void {
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches
  document
    .getElementById(`column-${status}`)
    ?.scrollIntoView({ behavior: isCalm ? "auto" : "smooth", inline: "start", block: "nearest" })
}

/** The column that a phone shows: the one that begins nearest to the edge. */
function columnInView(board: HTMLElement): string | undefined {
  const columns = [...board.querySelectorAll<HTMLElement>("[data-column]")]
  const distance = (column: HTMLElement) => Math.abs(column.offsetLeft - board.offsetLeft - board.scrollLeft)
  const isAtEnd = board.scrollLeft + board.clientWidth >= board.scrollWidth - 2
  const nearest = columns.reduce((a, b) => (distance(b) < distance(a) ? b : a))
  return (isAtEnd ? columns.at(-1) : nearest)?.dataset["column"]
}
