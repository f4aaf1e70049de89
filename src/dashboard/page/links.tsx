import type { AnchorHTMLAttributes } from "preact"
import { followLink, follow, goToView, pathOf, pathTo } from "./route.ts"

type LinkProps = Pick<AnchorHTMLAttributes, "class" | "title" | "aria-label" | "children">

export function ViewLink({ view, isCurrent, ...rest }: LinkProps & { view: string; isCurrent?: boolean }) {
  return (
    <a
      {...rest}
      href={pathTo({ view, task: null }) + location.search}
      aria-current={isCurrent ? "page" : undefined}
      onClick={(event) => follow(event, () => goToView(view))}
    />
  )
}

interface TaskLinkProps extends LinkProps {
  id: string
  /** It is not the card of the task: keys, and the focus when the task is closed, do not belong to it. */
  isQuiet?: boolean
}

/** A link that opens a task beside the current view. When the task is closed, the link gets the focus back. */
export function TaskLink({ id, isQuiet, ...rest }: TaskLinkProps) {
  return (
    <a
      {...rest}
      href={pathOf(id)}
      data-task={isQuiet ? undefined : id}
      onClick={(event) => followLink(event, id)}
    />
  )
}
