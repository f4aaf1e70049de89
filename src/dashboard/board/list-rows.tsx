import type { ComponentChildren } from "preact"
import { useLayoutEffect, useReducer, useRef } from "preact/hooks"
import { useApp } from "../state/context.ts"
import type { Density } from "../api/session.ts"
import type { Card } from "../state/state.ts"
import { useViewport } from "./use-viewport.ts"

interface Props {
  rows: readonly Card[]
  /** The row to scroll to and to give the focus. */
  wanted: string | null
  density: Density
  children(task: Card, index: number): ComponentChildren
}

/** The height of a row in px, as in the style sheet. */
const heights: Readonly<Record<Density, number>> = { roomy: 38, compact: 30 }

/** How many rows are drawn above and below the visible part. */
const spare = 10

/** Rows of one height, of which only the visible ones are in the page. */
export function ListRows({ rows, wanted, density, children }: Props) {
  const { store } = useApp()
  const scroller = useRef<HTMLDivElement>(null)
  const [, redraw] = useReducer((n: number) => n + 1, 0)
  const height = heights[density]
  const viewport = useViewport(scroller, () => redraw(undefined))
  // When the list has become shorter, the browser scrolls it back only as it draws it.
  const top = Math.min(viewport.top, Math.max(0, rows.length * height - viewport.height))
  const from = Math.max(0, Math.floor(top / height) - spare)
  const to = Math.min(rows.length, Math.ceil((top + viewport.height) / height) + spare)
  const drawn = useRef({ from, to })
  drawn.current = { from, to }

  useLayoutEffect(() => {
    const element = scroller.current
    const index = wanted === null ? -1 : rows.findIndex(({ id }) => id === wanted)
    if (!element || index === -1) return
    const [above, below] = [index * height, (index + 1) * height]
    if (above < element.scrollTop) element.scrollTop = above
    else if (below > element.scrollTop + element.clientHeight)
      element.scrollTop = below - element.clientHeight
    viewport.read(element)
    const row = element.querySelector<HTMLElement>(`[data-task="${wanted ?? ""}"]`)
    if (!row) {
      redraw(undefined)
      return
    }
    row.focus({ preventScroll: true })
    store.set({ wanted: null })
  })

  function onScroll({ currentTarget: element }: { currentTarget: HTMLElement }) {
    viewport.read(element)
    const first = Math.floor(viewport.top / height)
    const last = Math.ceil((viewport.top + viewport.height) / height)
    const isIn = first - spare / 2 >= drawn.current.from && last + spare / 2 <= drawn.current.to
    if (!isIn && !(drawn.current.from === 0 && drawn.current.to === rows.length)) redraw(undefined)
  }

  return (
    <div class="list-rows" role="rowgroup" ref={scroller} onScroll={onScroll}>
      <div
        role="presentation"
        style={{ paddingTop: `${from * height}px`, paddingBottom: `${(rows.length - to) * height}px` }}
      >
        {rows.slice(from, to).map((task, i) => children(task, from + i))}
      </div>
    </div>
  )
}
