import { useEffect } from "preact/hooks"
import { followLink, navigate, pathOf } from "../route.ts"
import { Glyph } from "./glyph.tsx"
import type { ViewProps } from "./props.ts"
import { viewAt, views } from "./views.ts"

/** The ways to the views, by hand and by `g` and a letter. */
export function Nav({ at, needs }: ViewProps) {
  useEffect(listenToJumps, [])
  const here = viewAt(at)
  return (
    <nav class="views" aria-label="Views">
      {views.map(({ path, name, key, glyph }) => (
        <a
          key={path}
          href={pathOf(null, path)}
          aria-current={path === here.path ? "page" : undefined}
          aria-keyshortcuts={`g ${key}`}
          title={`${name} (g then ${key})`}
          onClick={(event) => followLink(event, null, path)}
        >
          <Glyph name={glyph} />
          {name}
          {path === "needs-you" && needs.count > 0 && (
            <span class="badge">
              {needs.count}
              <span class="unseen"> waiting</span>
            </span>
          )}
        </a>
      ))}
    </nav>
  )
}

// --- internal ---

/** How long after `g` the letter may follow, in ms. */
const patience = 1500

function listenToJumps(): () => void {
  let pressed = -Infinity
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isBusy(event.target))
      return
    const isSecond = event.timeStamp - pressed < patience
    pressed = event.key === "g" && !isSecond ? event.timeStamp : -Infinity
    const view = isSecond ? views.find(({ key }) => key === event.key) : undefined
    const filter = event.key === "/" ? document.querySelector<HTMLElement>("[data-filter]") : null
    if (!view && !filter) return
    event.preventDefault()
    filter?.focus()
    if (view) navigate(null, view.path)
  }
  document.addEventListener("keydown", onKey)
  return () => document.removeEventListener("keydown", onKey)
}

function isBusy(target: EventTarget | null): boolean {
  const isTyping = target instanceof HTMLElement && target.matches("input, textarea, select")
  return isTyping || document.querySelector("dialog[open]") !== null
}
