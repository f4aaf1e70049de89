import type { TaskView } from "../api.ts"
import { leaseLeft } from "../format.ts"
import { followLink, pathOf } from "../route.ts"
import { Avatar } from "./avatar.tsx"
import { Icon, PriorityIcon } from "./icons.tsx"

interface Props {
  task: TaskView
  blockers: readonly string[]
  now: number
  isOpen: boolean
  onDrag(task: TaskView | null): void
}

export function Card({ task, blockers, now, isOpen, onDrag }: Props) {
  const { id, title, status, tags, project, commentCount } = task
  const lease = task.lease ? leaseLeft(task.lease.expiresAt, now) : null
  return (
    <li>
      <a
        class={`card card-${status}${isOpen ? " is-open" : ""}`}
        href={pathOf(id)}
        data-task={id}
        aria-current={isOpen ? "true" : undefined}
        draggable
        onClick={(event) => followLink(event, id)}
        onDragStart={(event) => {
          event.dataTransfer?.setData("text/plain", id)
          onDrag(task)
        }}
        onDragEnd={() => onDrag(null)}
      >
        <span class="card-top">
          <PriorityIcon priority={task.priority} />
          <span class="id">{id}</span>
          {lease && (
            <span class={`lease lease-${lease.tone}`} title={`Lease of ${task.lease?.holder ?? ""}`}>
              <Icon name="clock" />
              {lease.text}
            </span>
          )}
          <Avatar name={task.assignee} />
        </span>
        <span class="card-title" dir="auto">
          {title}
        </span>
        {task.reason !== null && <span class="card-reason">{task.reason}</span>}
        <span class="card-meta">
          {blockers.length > 0 && (
            <span class="chip waits" title={`Waits for ${blockers.join(", ")}`}>
              <Icon name="wait" />
              {blockers.slice(0, 2).join(", ")}
              {blockers.length > 2 && ` +${blockers.length - 2}`}
            </span>
          )}
          {project !== "default" && <span class="chip project">{project}</span>}
          {tags.slice(0, 3).map((tag) => (
            <span key={tag} class="chip">
              {tag}
            </span>
          ))}
          {tags.length > 3 && <span class="chip">+{tags.length - 3}</span>}
          {task.reviewer !== null && status === "review" && (
            <span class="chip to-review">for {task.reviewer}</span>
          )}
          {commentCount > 0 && (
            <span class="count" title={`${commentCount} comments`}>
              <Icon name="comment" />
              {commentCount}
            </span>
          )}
        </span>
      </a>
    </li>
  )
}
