import { dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter"
import { useEffect, useRef, useState } from "preact/hooks"
import type { Status } from "../api/types.ts"
import { isOver as isClosed, openBlockers, type BoardColumn as ColumnOf, type ColumnRow } from "./columns.ts"
import { useApp } from "../state/context.ts"
import { isNarrow } from "../state/filter.ts"
import { transitions } from "../../domain/wire/transitions.ts"
import { statusNames } from "../words/move-words.ts"
import type { State } from "../state/state.ts"
import { Avatar } from "../components/avatar.tsx"
import { Card } from "./card.tsx"
import { Cards } from "./cards.tsx"
import { StatusIcon } from "../components/icons.tsx"

interface Props {
  column: ColumnOf
  state: State
  isFolded: boolean
  /** The task that is being dragged. */
  dragged: string | null
  onFold(status: Status): void
}

const teaches: Readonly<Record<Status, string>> = {
  todo: "Nothing waits. Press n for a new task.",
  doing: "Nobody is at work. Drop a task here to start it, or let an agent claim one.",
  blocked: "Nothing is stuck.",
  review: "Nothing waits for a review. Tasks with a reviewer stop here before they are done.",
  done: "Nothing finished yet.",
  cancelled: "Nothing cancelled.",
}

export function Column({ column, state, isFolded, dragged, onFold }: Props) {
  const { actions } = useApp()
  const { status, tasks, rows, total, isPart } = column
  const ref = useRef<HTMLElement>(null)
  const [isOver, setOver] = useState(false)
  const from = dragged === null ? undefined : state.tasks.get(dragged)?.status
  const fits = from !== undefined && transitions[from].includes(status)
  const holds = state.grabbed !== null && state.moved.get(state.grabbed) === status
  const name = statusNames[status]

  useEffect(() => {
    if (!ref.current) return
    return dropTargetForElements({
      element: ref.current,
      canDrop: ({ source }) => source.data["task"] !== undefined,
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false)
        void actions.move(String(source.data["task"]), status)
      },
    })
  }, [status])

  const draw = (row: ColumnRow) =>
    row.kind === "group" ? (
      <GroupHead row={row} isAgent={state.grouping === "assignee"} />
    ) : (
      <Card
        task={row.task}
        blockers={openBlockers(state.tasks, row.task)}
        isOpen={state.open?.id === row.key}
        isHeld={state.grabbed === row.key}
        isDragged={dragged === row.key}
        isSaving={state.moved.has(row.key) && state.grabbed !== row.key}
      />
    )

  const isOpen = !isFolded || holds
  const flags = [
    !isOpen && "is-folded",
    isOver && from !== status && "is-over",
    fits && "fits",
    holds && "holds",
  ]
  return (
    <section
      ref={ref}
      class={["column", ...flags.filter(Boolean)].join(" ")}
      id={`column-${status}`}
      data-column={status}
      aria-label={`${name}, ${total}${isPart ? " or more" : ""}`}
    >
      <h2 class="column-head">
        <button type="button" class="fold" aria-expanded={isOpen} onClick={() => onFold(status)}>
          <StatusIcon status={status} />
          <span class="column-name">{name}</span>
          <span class="column-count">
            {total.toLocaleString()}
            {isPart && "+"}
          </span>
        </button>
      </h2>
      {isOpen && (
        <Cards
          rows={rows}
          wanted={state.wanted}
          draw={draw}
          end={
            tasks.length === 0 ? (
              <p class="column-empty">
                {isNarrow(state.filter) ? "Nothing that fits the filter." : teaches[status]}
              </p>
            ) : (
              isClosed(status) &&
              total > tasks.length && (
                <p class="column-empty">and {(total - tasks.length).toLocaleString()} older</p>
              )
            )
          }
        />
      )}
    </section>
  )
}

// --- internal ---

function GroupHead({ row, isAgent }: { row: Extract<ColumnRow, { kind: "group" }>; isAgent: boolean }) {
  return (
    <h3 class="group-head">
      {isAgent && <Avatar name={row.name} isBeside />}
      <span class="one-line">{row.name === "unassigned" ? "Nobody" : row.name}</span>
      <span class="column-count">{countOf(row)}</span>
    </h3>
  )
}

function countOf({ count, total }: Extract<ColumnRow, { kind: "group" }>): string {
  if (total === null) return `${count}+`
  return total > count ? `${count} of ${total.toLocaleString()}` : String(count)
}
