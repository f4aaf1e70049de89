import type { ComponentChildren } from "preact"
import { go, isPlainClick, pathTo } from "../shell/route.ts"

/** A link to another view. */
export function ViewLink({ view, children }: { view: string; children: ComponentChildren }) {
  const path = pathTo({ view, task: null })
  return (
    <a
      href={path + location.search}
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        go(path)
      }}
    >
      {children}
    </a>
  )
}
