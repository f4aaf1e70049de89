import type { ComponentChildren } from "preact"
import { goToView, isPlainClick, pathTo } from "./route.ts"

interface Props {
  view: string
  class?: string
  /** What assistive technology says in place of the text. */
  label?: string
  title?: string
  isCurrent?: boolean
  children: ComponentChildren
}

/** A link to a view. */
export function ViewLink({ view, class: className, label, title, isCurrent = false, children }: Props) {
  const path = pathTo({ view, task: null })
  return (
    <a
      class={className}
      href={path + location.search}
      title={title}
      aria-label={label}
      aria-current={isCurrent ? "page" : undefined}
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        goToView(view)
      }}
    >
      {children}
    </a>
  )
}
