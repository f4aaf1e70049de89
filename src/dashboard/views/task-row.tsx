import type { ComponentChildren } from "preact"
import type { TaskView } from "../api/types.ts"
import { PriorityIcon, StatusIcon } from "../components/icons.tsx"
import { TaskLink } from "../page/links.tsx"
import { Ago } from "../components/ago.tsx"
import { standsIn } from "../words/move-words.ts"

interface Props {
  task: TaskView
  class: string
  /** Why the task is in this list. It stands below the title. */
  children?: ComponentChildren
  /** The time that it shows. */
  at: string
}

/** What every list says of a task: how urgent it is, its state, its title, its project, and a time. */
export function TaskLine({ task, class: className, at, children }: Props) {
  const { id, title, priority, project } = task
  return (
    <TaskLink id={id} class={className}>
      <PriorityIcon priority={priority} />
      <StatusIcon status={task.deleted ? task.status : standsIn(task)} />
      <span class="id">{id}</span>
      <span class="task-row-text">
        <span class="one-line" dir="auto">
          {title}
        </span>
        {children}
      </span>
      {project !== "default" && <span class="chip project">{project}</span>}
      <Ago at={at} class="muted" />
    </TaskLink>
  )
}
