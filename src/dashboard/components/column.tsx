import { useState } from "preact/hooks"
import type { Status, TaskView } from "../api.ts"
import { openBlockers, type Column as ColumnOf } from "../board.ts"
import { moves, statusNames } from "../moves.ts"
import type { State } from "../store.ts"
import { Card } from "./card.tsx"
import { StatusIcon } from "./icons.tsx"

interface Props {
  column: ColumnOf
  state: State
  now: number
  isFolded: boolean
  dragged: TaskView | null
  onDrag(task: TaskView | null): void
  onDrop(id: string, to: Status): void
  onFold(status: Status): void
}

/** As many cards as are drawn at first; more on demand, so that a crowded board opens quickly. */
const batch = 100

const teaches: Readonly<Record<Status, string>> = {
  todo: "Nothing waits.",
  doing: "Nobody is at work.",
  blocked: "Nothing is stuck.",
  review: "Nothing waits for a review.",
  done: "Nothing finished yet.",
  cancelled: "Nothing cancelled.",
}

export function Column({ column, state, now, isFolded, dragged, onDrag, onDrop, onFold }: Props) {
  const { status, tasks, total } = column
  const [shown, setShown] = useState(batch)
  const [isOver, setOver] = useState(false)
  const fits = dragged !== null && moves[dragged.status].includes(status)
  const name = statusNames[status]
  return (
    <section
      class={`column${isFolded ? " is-folded" : ""}${isOver ? " is-over" : ""}${fits ? " fits" : ""}`}
      id={`column-${status}`}
      data-column={status}
      aria-label={`${name}, ${total}`}
      onDragOver={(event) => {
        if (!dragged || dragged.status === status) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        const to = event.relatedTarget
        if (!(to instanceof Node) || !event.currentTarget.contains(to)) setOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const id = event.dataTransfer?.getData("text/plain")
        if (id) onDrop(id, status)
      }}
    >
      <h2 class="column-head">
        <button type="button" class="fold" aria-expanded={!isFolded} onClick={() => onFold(status)}>
          <StatusIcon status={status} />
          <span class="column-name">{name}</span>
          <span class="column-count">{total}</span>
        </button>
      </h2>
      {!isFolded && (
        <ol class="cards">
          {tasks.slice(0, shown).map((task) => (
            <Card
              key={task.id}
              task={task}
              blockers={openBlockers(state.tasks, task)}
              now={now}
              isOpen={state.open?.id === task.id}
              onDrag={onDrag}
            />
          ))}
          {tasks.length === 0 && <li class="column-empty">{teaches[status]}</li>}
          {tasks.length > shown && (
            <li>
              <button type="button" class="quiet wide" onClick={() => setShown(shown + batch)}>
                Show {Math.min(batch, tasks.length - shown)} more of {tasks.length - shown}
              </button>
            </li>
          )}
          {total > tasks.length && <li class="column-empty">and {total - tasks.length} older</li>}
        </ol>
      )}
    </section>
  )
}
