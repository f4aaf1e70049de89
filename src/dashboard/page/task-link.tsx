import type { ComponentChildren } from "preact"
import { followLink, pathOf } from "./route.ts"

/** A link that opens a task beside the current view. When the task is closed, the link gets the focus back. */
export function TaskLink({
  id,
  class: className,
  children,
}: {
  id: string
  class?: string
  children: ComponentChildren
}) {
  return (
    <a class={className} href={pathOf(id)} data-task={id} onClick={(event) => followLink(event, id)}>
      {children}
    </a>
  )
}
