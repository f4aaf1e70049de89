import type { ComponentChildren } from "preact"
import { followLink, pathOf } from "./route.ts"

interface Props {
  id: string
  class?: string
  /** It is not the card of the task: keys, and the focus when the task is closed, do not belong to it. */
  isQuiet?: boolean
  children: ComponentChildren
}

/** A link that opens a task beside the current view. When the task is closed, the link gets the focus back. */
export function TaskLink({ id, class: className, isQuiet = false, children }: Props) {
  return (
    <a
      class={className}
      href={pathOf(id)}
      data-task={isQuiet ? undefined : id}
      onClick={(event) => followLink(event, id)}
    >
      {children}
    </a>
  )
}
