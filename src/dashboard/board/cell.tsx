import { dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter"
import { useEffect, useRef, useState } from "preact/hooks"
import type { Changes } from "../api/types.ts"
import { isNarrow } from "../state/filter.ts"
import type { Card as CardOf, State } from "../state/state.ts"
import { columnNames, whyNot, type ColumnId } from "../words/move-words.ts"
import { Card } from "./card.tsx"
import { Cards } from "./cards.tsx"
import { columnOf, isOver as isClosed, openBlockers, type BoardColumn } from "./columns.ts"
import type { BoardHands } from "./hands.ts"
import { changesFor, laneKey } from "./lanes.ts"
import { placeOf } from "./order.ts"

interface Props {
  column: BoardColumn
  state: State
  hands: BoardHands
  /** The row of the board that it is a part of, where the board has rows. */
  lane?: { readonly key: string; readonly name: string }
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
export function Cell({ column, state, hands, lane }: Props) {
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
  const { isOver, dropBefore } = useDrop(ref, { status, changes, hands, tasks, isOrdered })

  const draw = (task: CardOf) => (
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
  )
  const flags = [
    isOver && isMoved && why === null && "is-over",
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
      {why !== null && <p class="why-not">{why}</p>}
      <Cards
        key={state.density}
        tasks={tasks}
        density={state.density}
        wanted={state.wanted}
        dropBefore={dropBefore}
        draw={draw}
        end={
          <End column={column} isLane={lane !== undefined} state={state} isSearching={hands.isSearching} />
        }
      />
    </div>
  )
}

// --- internal ---

interface DropOptions extends Pick<BoardColumn, "status" | "tasks"> {
  readonly hands: BoardHands
  readonly changes: Changes
  /** What is dropped here stays in the column, and gets another place in it. */
  readonly isOrdered: boolean
}

/** Takes cards that are dropped, and shows before which one they come to stand. */
function useDrop(ref: { readonly current: HTMLElement | null }, options: DropOptions) {
  const [isOver, setOver] = useState(false)
  const [dropBefore, setDropBefore] = useState<string | null>()
  const latest = useRef(options)
  latest.current = options
  useEffect(() => {
    if (!ref.current) return
    const element = ref.current
    const leave = () => {
      setOver(false)
      setDropBefore(undefined)
    }
    return dropTargetForElements({
      element,
      // Where the rules forbid it, the server says why, and what can be done.
      canDrop: ({ source }) => source.data["task"] !== undefined,
      onDragEnter: () => setOver(true),
      onDragLeave: leave,
      onDrag({ source, location }) {
        const { isOrdered, tasks } = latest.current
        const below = belowPointer(element, location.current.input.clientY)
        setDropBefore(isOrdered ? placeOf(tasks, String(source.data["task"]), below) : undefined)
      },
      onDrop({ source, location }) {
        leave()
        const { isOrdered, hands, tasks, status, changes } = latest.current
        const id = String(source.data["task"])
        if (isOrdered) void hands.order(id, belowPointer(element, location.current.input.clientY), tasks)
        else hands.drop(id, status, changes)
      },
    })
  }, [])
  return { isOver, dropBefore }
}

/** The first card of which the middle is below the pointer; null: there is none. */
function belowPointer(cell: HTMLElement, y: number): string | null {
  const rows = [...cell.querySelectorAll<HTMLElement>("[data-row]")]
  const found = rows.find((row) => {
    const { top, height } = row.getBoundingClientRect()
    return top + height / 2 > y
  })
  return found?.dataset["row"] ?? null
}

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
    return (
      <p class="column-empty">
        {isPart ? `${tasks.length}+` : `${tasks.length} of ${total.toLocaleString()}`}
      </p>
    )
  }
  if (tasks.length === 0) {
    // Until all is read and the search has answered, the cards of an empty column may still be to come.
    if (state.link === "loading" || isSearching) return null
    return <p class="column-empty">{isNarrow(state.filter) ? "No task matches the filter." : teaches[id]}</p>
  }
  if (!isClosed(status) || total === tasks.length) return null
  return <p class="column-empty">and {(total - tasks.length).toLocaleString()} older</p>
}
