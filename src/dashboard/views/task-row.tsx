import type { ComponentChildren } from "preact"
import type { TaskView } from "../api/types.ts"
import { Avatar } from "../components/avatar.tsx"
import { PriorityIcon, StatusIcon } from "../components/icons.tsx"
import { ago, full } from "../words/format.ts"
import { TaskLink } from "./task-link.tsx"

interface Props {
  task: TaskView
  now: number
  /** Why the task is in this list. It stands below the title. */
  children?: ComponentChildren
}

/** A task as one line of a list. */
export function TaskRow({ task, now, children }: Props) {
  const { id, title, status, priority, project, assignee, updatedAt } = task
  return (
    <li>
      <TaskLink id={id} class="task-row">
        <PriorityIcon priority={priority} />
        <StatusIcon status={status} />
        <span class="id">{id}</span>
        <span class="task-row-text">
          <span class="one-line" dir="auto">
            {title}
          </span>
          {children}
        </span>
        {project !== "default" && <span class="chip project">{project}</span>}
        <Avatar name={assignee} />
        <time class="muted" dateTime={updatedAt} title={full(updatedAt)}>
          {ago(updatedAt, now)}
        </time>
      </TaskLink>
    </li>
  )
}
