import type { Card } from "../state/state.ts"
import { sayTaken } from "../words/taken-words.ts"
import { columnNames, standsIn } from "../words/move-words.ts"
import { isPlainClick, navigate, pathOf } from "../page/route.ts"
import { Avatar } from "../components/avatar.tsx"
import { Due } from "../components/due.tsx"
import { PriorityIcon } from "../components/icons.tsx"
import { ColumnIcon } from "./column-head.tsx"
import { isOver } from "./columns.ts"
import type { BoardHands } from "./hands.ts"
import { RedChecks } from "./signals.tsx"
import { Tick } from "./tick.tsx"
import { Ago } from "../components/ago.tsx"
import { useNow } from "../state/context.ts"
import { sayStuck } from "../words/stuck-words.ts"

interface Props {
  task: Card
  /** Its place in the table, the head being 1. */
  index: number
  isOpen: boolean
  isSelected: boolean
  onSelect: BoardHands["select"]
}

/** A task as one row of the list. A click anywhere on it opens the task. */
export function ListRow({ task, index, isOpen, isSelected, onSelect }: Props) {
  const { id, title, status, priority, project, tags, assignee, dueAt, updatedAt } = task
  const column = standsIn(task)
  const flags = [isOpen && "is-open", isSelected && "is-selected", `card-${status}`]
  return (
    <div
      class={["list-row", ...flags].filter(Boolean).join(" ")}
      role="row"
      aria-rowindex={index}
      onClick={(event) => {
        if (event.shiftKey) onSelect(id, true)
        else if (isPlainClick(event)) navigate(id)
        else return
        event.preventDefault()
      }}
    >
      <span role="cell">
        <Tick id={id} isSelected={isSelected} onSelect={onSelect} />
        <PriorityIcon priority={priority} />
      </span>
      <span role="cell" class="id">
        {id}
      </span>
      <span role="cell" class="list-title">
        <a
          class="card-title one-line"
          href={pathOf(id)}
          data-task={id}
          dir="auto"
          aria-keyshortcuts="Enter m x"
        >
          {title}
        </a>
        {isSelected && <span class="unseen">selected</span>}
        <RedChecks task={task} />
        <Stuck task={task} />
        {tags.length > 0 && (
          <span class="tags">
            <span class="one-line">{tags.join(", ")}</span>
          </span>
        )}
      </span>
      <span role="cell" class="with-icon" title={task.taken && `Waits for ${sayTaken(task.taken)}`}>
        <ColumnIcon id={column} />
        <span class="state-word">{columnNames[column]}</span>
      </span>
      <span role="cell" class="is-wide one-line">
        {project !== "default" && project}
      </span>
      <span role="cell" class="is-wide">
        {dueAt !== null && !isOver(status) && <Due at={dueAt} />}
      </span>
      <span role="cell" class="is-wide muted">
        <Ago at={updatedAt} />
      </span>
      <span role="cell">
        <Avatar name={assignee} />
      </span>
    </div>
  )
}

// --- internal ---

/** Why nobody goes on with it. How late it is stands in its own column. */
function Stuck({ task }: { task: Card }) {
  const now = useNow(30_000)
  const stuck = task.stuck?.filter((reason) => reason !== "overdue") ?? []
  if (stuck.length === 0) return null
  const words = sayStuck({ ...task, stuck }, now)
  return (
    <span class="chip is-stuck" title={words}>
      {words}
    </span>
  )
}
