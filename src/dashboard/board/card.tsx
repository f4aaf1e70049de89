import { draggable } from "@atlaskit/pragmatic-drag-and-drop/element/adapter"
import { useEffect, useRef } from "preact/hooks"
import { isOver } from "./columns.ts"
import type { BoardHands } from "./hands.ts"
import { whyNot } from "../state/access.ts"
import { useApp, useNow } from "../state/context.ts"
import { ago, full, span } from "../words/format.ts"
import { followLink, isPlainClick, pathOf } from "../page/route.ts"
import type { Card as CardOf } from "../state/state.ts"
import { Avatar } from "../components/avatar.tsx"
import { PriorityIcon } from "../components/icons.tsx"
import { LastLine } from "../components/last-line.tsx"
import { Lease } from "./lease.tsx"
import { Counts, Signals } from "./signals.tsx"

interface Props {
  task: CardOf
  blockers: readonly string[]
  maxAttempts: number | null
  /** True of the ready task that is handed out first. */
  isNext: boolean
  isOpen: boolean
  isHeld: boolean
  isSaving: boolean
  isDragged: boolean
  isSelected: boolean
  onSelect: BoardHands["select"]
}

export function Card({ task, blockers, maxAttempts, isNext, isSelected, onSelect, ...is }: Props) {
  const { id, title, status, assignee } = task
  const { store } = useApp()
  const ref = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (!ref.current) return
    return draggable({
      element: ref.current,
      canDrag: () => whyNot(store.state) === null,
      getInitialData: () => ({ task: id }),
    })
  }, [id])
  const flags = [
    is.isOpen && "is-open",
    is.isHeld && "is-held",
    is.isSaving && "is-saving",
    is.isDragged && "is-dragged",
    isSelected && "is-selected",
  ].filter(Boolean)
  return (
    <a
      ref={ref}
      class={["card", `card-${status}`, ...flags].join(" ")}
      href={pathOf(id)}
      data-task={id}
      aria-current={is.isOpen ? "true" : undefined}
      aria-keyshortcuts="Enter Space m x"
      onClick={(event) => {
        if (isPlainClick(event)) return followLink(event, id)
        if (!event.shiftKey) return
        event.preventDefault()
        onSelect(id, true)
      }}
    >
      <span class="card-top">
        <PriorityIcon priority={task.priority} />
        <span class="id">{id}</span>
        {isNext && (
          <span class="next-mark" title="First in the queue">
            Next
          </span>
        )}
        {isSelected && <span class="unseen">selected</span>}
        <span class="card-aside">
          {task.lease ? <Lease task={task} /> : !isNext && <Age task={task} />}
          <Avatar name={assignee} />
        </span>
      </span>
      <span class="card-title" dir="auto">
        {title}
      </span>
      {status === "doing" && <LastLine id={id} />}
      {task.reason !== null && <span class="card-reason">{task.reason}</span>}
      <span class="card-foot">
        <Signals task={task} blockers={blockers} maxAttempts={maxAttempts} />
        <Labels task={task} />
      </span>
    </a>
  )
}

// --- internal ---

/** The project, the tags in what room is left, and the counts. */
function Labels({ task }: { task: CardOf }) {
  const { tags, criteriaCount, commentCount, children } = task
  // The row names it.
  const project = useApp().store.state.grouping === "project" ? "default" : task.project
  const isAtWork = task.status === "doing"
  const held = isAtWork ? task.resources : (task.work?.keeps ?? [])
  const count = tags.length + criteriaCount + commentCount + held.length
  if (project === "default" && count === 0 && !children) return null
  return (
    <span class="card-meta">
      {project !== "default" && <span class="chip project">{project}</span>}
      {held.length > 0 && (
        <span
          class="chip held"
          title={isAtWork ? `Works in ${held.join(", ")}` : `Keeps ${held.join(", ")} until the work lands`}
        >
          {isAtWork ? <span class="unseen">works in </span> : "keeps "}
          {held.join(", ")}
        </span>
      )}
      <span class="tags" title={tags.length > 0 ? tags.join(", ") : undefined}>
        <span class="one-line">{tags.join(", ")}</span>
      </span>
      <Counts task={task} />
    </span>
  )
}

/** How long ago the task was created, its latest attempt begun, or the task finished. */
function Age({ task }: { task: CardOf }) {
  const now = useNow(30_000)
  const { status, createdAt, finishedAt } = task
  const startedAt = task.attemptStartedAt ?? task.startedAt
  const [what, since] = isOver(status)
    ? ["Finished", finishedAt ?? task.updatedAt]
    : status === "doing" && startedAt !== null
      ? ["Started", startedAt]
      : ["Created", createdAt]
  return (
    <time class="card-age" dateTime={since} title={`${what} ${ago(since, now)}, ${full(since)}`}>
      {now - Date.parse(since) < 60_000 ? "now" : span(now - Date.parse(since))}
    </time>
  )
}
