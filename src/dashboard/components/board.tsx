import { useEffect, useMemo, useState } from "preact/hooks"
import { givenUp } from "../actions.ts"
import type { Status, TaskView } from "../api.ts"
import { columnsOf } from "../board.ts"
import { useApp, useNow } from "../context.ts"
import { moves, statusNames } from "../moves.ts"
import { session } from "../session.ts"
import type { State } from "../store.ts"
import { Column } from "./column.tsx"
import { StatusIcon } from "./icons.tsx"

export function Board({ state, filter }: { state: State; filter: string }) {
  const { store, actions } = useApp()
  const now = useNow()
  const columns = useMemo(() => columnsOf(state, filter), [state.tasks, state.totals, filter])
  const [dragged, setDragged] = useState<TaskView | null>(null)
  const [folded, setFolded] = useState<readonly string[]>(() => session.folded())

  const [inView, setInView] = useState<string | undefined>("todo")

  useEffect(() => {
    document.addEventListener("keydown", moveFocus)
    return () => document.removeEventListener("keydown", moveFocus)
  }, [])

  async function drop(id: string, to: Status) {
    const task = state.tasks.get(id)
    if (!task || task.status === to) return
    const asksReason = to === "blocked" && moves[task.status].includes(to)
    const outcome = asksReason ? null : await actions.edit(task, { status: to })
    if (outcome === givenUp || (outcome === null && !asksReason)) return
    store.dispatch({ type: "moving", moving: { id, to, outcome } })
  }

  function fold(status: Status) {
    const next = folded.includes(status) ? folded.filter((each) => each !== status) : [...folded, status]
    setFolded(next)
    session.setFolded(next)
  }

  return (
    <>
      <nav class="tabs" aria-label="Columns">
        {columns.map(({ status, total }) => (
          <button
            key={status}
            type="button"
            aria-current={status === inView ? "true" : undefined}
            onClick={() => scrollTo(status)}
          >
            <StatusIcon status={status} />
            {statusNames[status]}
            <span class="column-count">{total}</span>
          </button>
        ))}
      </nav>
      <main
        class="board"
        aria-label="Board"
        onScroll={({ currentTarget }) => setInView(columnInView(currentTarget))}
      >
        {columns.map((column) => (
          <Column
            key={column.status}
            column={column}
            state={state}
            now={now}
            isFolded={folded.includes(column.status) && !isNarrow()}
            dragged={dragged}
            onDrag={setDragged}
            onDrop={(id, to) => {
              setDragged(null)
              void drop(id, to)
            }}
            onFold={fold}
          />
        ))}
      </main>
    </>
  )
}

// --- internal ---

function isNarrow(): boolean {
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

/** Arrow keys go from card to card; from nowhere they go to the first. */
function moveFocus(event: KeyboardEvent): void {
  const steps: Record<string, readonly [number, number]> = {
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
  }
  const step = steps[event.key]
  const at = document.activeElement
  const isFree = at === document.body || (at instanceof HTMLElement && at.dataset["task"] !== undefined)
  if (!step || !isFree || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return
  const columns = [...document.querySelectorAll("[data-column]")]
    .map((column) => [...column.querySelectorAll<HTMLElement>("[data-task]")])
    .filter((cards) => cards.length > 0)
  const x = columns.findIndex((cards) => cards.some((card) => card === at))
  const y = columns[x]?.findIndex((card) => card === at) ?? 0
  const column = columns[x === -1 ? 0 : x + step[0]]
  const card = x === -1 ? column?.[0] : column?.[Math.min(y + step[1], column.length - 1)]
  if (!card) return
  event.preventDefault()
  card.focus()
  card.scrollIntoView({ block: "nearest", inline: "nearest" })
}
