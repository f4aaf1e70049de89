import type { RefObject } from "preact"
import { useEffect, useRef } from "preact/hooks"
import { isNarrow } from "../state/filter.ts"
import type { Card as CardOf, State } from "../state/state.ts"
import { columnNames, whyNot, type ColumnId } from "../words/move-words.ts"
import { Card } from "./card.tsx"
import { Cards } from "./cards.tsx"
import { columnOf, isOver as isClosed, openBlockers, type BoardColumn } from "./columns.ts"
import type { BoardHands } from "./hands.ts"
import { changesFor, laneKey } from "./lanes.ts"
import { QuickAdd } from "./quick-add.tsx"
import { Tick } from "./tick.tsx"
import { useDrop } from "./use-drop.ts"

interface Props {
  column: BoardColumn
  state: State
  hands: BoardHands
  isFolded: boolean
  /** A dragged card that may be put here rests over it while it is folded. */
  onEnter(id: ColumnId): void
  /** The row of the board that it is a part of, where the board has rows. */
  lane?: { readonly key: string; readonly name: string }
  /** What takes the cards that are dropped; default: the cell. */
  area?: RefObject<HTMLElement | null>
}

const teaches: Readonly<Record<ColumnId, string>> = {
  ready: "No task is ready. Press n for a new task.",
  waits: "No task is waiting for another task, a time or a resource.",
  doing: "No work in progress. Drop a task here to start it, or let an agent claim one.",
  blocked: "No task is blocked.",
  review: "No task is in review. Tasks with a reviewer stop here before they are done.",
  done: "No task is done yet.",
  cancelled: "No task is cancelled.",
}

/** The cards of a column, or of the part of it that is in one row. Cards are dropped here. */
export function Cell({ column, state, hands, isFolded, onEnter, lane, area }: Props) {
  const { id, status, tasks, total, isPart } = column
  const ref = useRef<HTMLDivElement>(null)
  const dragged = hands.dragged === null ? undefined : state.tasks.get(hands.dragged)
  const isOwnLane = !dragged || !lane || laneKey(dragged, state.grouping) === lane.key
  const isMoved = dragged !== undefined && !(isOwnLane && columnOf(state.tasks, dragged) === id)
  // In another row of its own status, a card changes only what the row stands for.
  const isAsked = isMoved && (isOwnLane || dragged.status !== status)
  const why = isAsked ? whyNot(dragged, status, id, columnOf(state.tasks, dragged, status)) : null
  const changes = lane ? changesFor(lane.key, state.grouping) : {}
  const isOrdered = dragged !== undefined && !isMoved && !isClosed(status)
  const { isOver, dropBefore } = useDrop(area ?? ref, { status, changes, why, hands, tasks, isOrdered })
  const isTaken = isOver && isMoved && why === null
  useEffect(() => {
    if (!isTaken || !isFolded) return
    // Else the columns would move under a card that only crosses this one.
    const timer = setTimeout(() => onEnter(id), restMs)
    return () => clearTimeout(timer)
  }, [isTaken, isFolded])

  const draw = (task: CardOf) => (
    <>
      <Card
        task={task}
        blockers={openBlockers(state.tasks, task)}
        maxAttempts={state.maxAttempts}
        isNext={hands.next === task.id}
        isOpen={state.open?.id === task.id}
        isHeld={state.grabbed === task.id}
        isDragged={hands.dragged === task.id}
        isSaving={state.moved.has(task.id) && state.grabbed !== task.id}
        isSelected={state.selected.has(task.id)}
        onSelect={hands.select}
      />
      <Tick id={task.id} isSelected={state.selected.has(task.id)} onSelect={hands.select} />
    </>
  )
  const flags = [
    isFolded && "is-folded",
    isTaken && "is-over",
    isMoved && (why === null ? "fits" : "refuses"),
  ]
  return (
    <div
      ref={ref}
      class={["cell", ...flags.filter(Boolean)].join(" ")}
      data-column={lane ? id : undefined}
      role={lane ? "group" : undefined}
      aria-label={lane ? `${columnNames[id]}, ${lane.name}, ${total}${isPart ? " or more" : ""}` : undefined}
    >
      {isFolded && lane && tasks.length > 0 && <span class="column-count">{total}</span>}
      {!isFolded && why !== null && <p class="why-not">{why}</p>}
      {!isFolded && (
        <Cards
          key={state.density}
          tasks={tasks}
          density={state.density}
          wanted={state.wanted}
          dropBefore={dropBefore}
          draw={draw}
          end={<End column={column} isLane={!!lane} state={state} isSearching={hands.isSearching} />}
        />
      )}
      {!isFolded && !lane && <QuickAdd column={id} state={state} />}
    </div>
  )
}

// --- internal ---

/** A dragged card unfolds a column that takes it when it rests there for so long. */
const restMs = 500

interface EndProps {
  column: BoardColumn
  isLane: boolean
  state: State
  isSearching: boolean
}

/** What stands below the last card: that there is none, or that the server has more. */
function End({ column, isLane, state, isSearching }: EndProps) {
  const { id, status, tasks, total, isPart } = column
  if (isLane) {
    if (tasks.length === 0 || (total === tasks.length && !isPart)) return null
    return <p class="column-empty">{isPart ? "and more" : `+${(total - tasks.length).toLocaleString()}`}</p>
  }
  if (tasks.length === 0) {
    // Until all is read and the search has answered, the cards of an empty column may still be to come.
    if (state.link === "loading" || isSearching) return null
    return <p class="column-empty">{isNarrow(state.filter) ? "No task matches the filter." : teaches[id]}</p>
  }
  if (!isClosed(status) || total === tasks.length) return null
  return <p class="column-empty">and {(total - tasks.length).toLocaleString()} older</p>
}
