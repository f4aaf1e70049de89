import { draggable } from "@atlaskit/pragmatic-drag-and-drop/element/adapter"
import { useEffect, useRef } from "preact/hooks"
import { isOver } from "./columns.ts"
import { useNow } from "../state/context.ts"
import { ago, full, restOf, span } from "../words/format.ts"
import { followLink, pathOf } from "../shell/route.ts"
import type { Card as CardOf } from "../state/state.ts"
import { Avatar } from "../components/avatar.tsx"
import { Icon, PriorityIcon } from "../components/icons.tsx"
import { LastLine } from "../components/last-line.tsx"
import { Lease } from "./lease.tsx"

interface Props {
  task: CardOf
  blockers: readonly string[]
  isOpen: boolean
  isHeld: boolean
  isSaving: boolean
  isDragged: boolean
}

/** How many tags a card shows. The panel shows all. */
const fewTags = 3

export function Card({ task, blockers, isOpen, isHeld, isSaving, isDragged }: Props) {
  const { id, title, status, assignee } = task
  const ref = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (!ref.current) return
    return draggable({ element: ref.current, getInitialData: () => ({ task: id }) })
  }, [id])
  const flags = [
    isOpen && "is-open",
    isHeld && "is-held",
    isSaving && "is-saving",
    isDragged && "is-dragged",
  ].filter(Boolean)
  return (
    <a
      ref={ref}
      class={["card", `card-${status}`, ...flags].join(" ")}
      href={pathOf(id)}
      data-task={id}
      aria-current={isOpen ? "true" : undefined}
      aria-keyshortcuts="Enter Space m"
      onClick={(event) => followLink(event, id)}
    >
      <span class="card-top">
        <PriorityIcon priority={task.priority} />
        <span class="id">{id}</span>
        <span class="card-aside">
          {task.lease ? <Lease task={task} /> : <Age task={task} />}
          <Avatar name={assignee} />
        </span>
      </span>
      <span class="card-title" dir="auto">
        {title}
      </span>
      {status === "doing" && <LastLine id={id} />}
      {task.reason !== null && <span class="card-reason">{task.reason}</span>}
      <Chips task={task} blockers={blockers} />
    </a>
  )
}

// --- internal ---

function Chips({ task, blockers }: { task: CardOf; blockers: readonly string[] }) {
  const { project, tags } = task
  return (
    <span class="card-meta">
      <Counts task={task} />
      {blockers.length > 0 && (
        <span class="chip waits" title={`Waits for ${blockers.join(", ")}`}>
          <Icon name="wait" />
          {blockers.slice(0, 2).join(", ")}
          {blockers.length > 2 && ` +${blockers.length - 2}`}
        </span>
      )}
      {task.status === "todo" && (task.backoffUntil ?? task.notBefore) !== null && <Rest task={task} />}
      {project !== "default" && <span class="chip project">{project}</span>}
      {tags.slice(0, fewTags).map((tag) => (
        <span key={tag} class="chip">
          {tag}
        </span>
      ))}
      {tags.length > fewTags && <span class="chip">+{tags.length - fewTags}</span>}
      {task.reviewer !== null && task.status === "review" && (
        <span class="chip to-review">for {task.reviewer}</span>
      )}
    </span>
  )
}

/** Why nobody may take the task yet, and for how long. */
function Rest({ task }: { task: CardOf }) {
  const rest = restOf(task, useNow(10_000))
  if (rest === null) return null
  return (
    <span class="chip rests" title={rest.why}>
      <Icon name="wait" />
      {rest.left}
    </span>
  )
}

/** Children, criteria and comments, at the right end of the first line of chips. The chips flow around them. */
function Counts({ task: { children, criteriaCount, criteriaMet, commentCount } }: { task: CardOf }) {
  if (!children && criteriaCount + commentCount === 0) return null
  return (
    <span class="counts">
      {children && (
        <span
          class={`count${children.done === children.total ? " is-full" : ""}`}
          title={`${children.done} of ${children.total} children done`}
        >
          <Icon name="parts" />
          {children.done}/{children.total}
        </span>
      )}
      {criteriaCount > 0 && (
        <span
          class={`count${criteriaMet === criteriaCount ? " is-full" : ""}`}
          title={`${criteriaMet} of ${criteriaCount} criteria met`}
        >
          <Icon name="check" />
          {criteriaMet}/{criteriaCount}
        </span>
      )}
      {commentCount > 0 && (
        <span class="count" title={commentCount === 1 ? "1 comment" : `${commentCount} comments`}>
          <Icon name="comment" />
          {commentCount}
        </span>
      )}
    </span>
  )
}

/** How long ago the task was created, started or finished. */
function Age({ task }: { task: CardOf }) {
  const now = useNow(30_000)
  const { status, createdAt, startedAt, finishedAt } = task
  const [what, since] = isOver(status)
    ? ["Finished", finishedAt ?? task.updatedAt]
    : status === "doing" && startedAt !== null
      ? ["Started", startedAt]
      : ["Created", createdAt]
  return (
    <time class="age" dateTime={since} title={`${what} ${ago(since, now)}, ${full(since)}`}>
      {now - Date.parse(since) < 60_000 ? "now" : span(now - Date.parse(since))}
    </time>
  )
}
