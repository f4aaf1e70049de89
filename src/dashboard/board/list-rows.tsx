import type { ComponentChildren } from "preact"
import { useMemo, useRef } from "preact/hooks"
import type { Density } from "../api/session.ts"
import type { Card } from "../state/state.ts"
import { isPhone } from "./use-folds.ts"
import { useWindow } from "./use-window.ts"
import { offsetsOf } from "./window.ts"

interface Props {
  rows: readonly Card[]
  /** The row to scroll to and to give the focus. */
  wanted: string | null
  density: Density
  children(task: Card, index: number): ComponentChildren
}

/** The height of a row in px, as in the style sheet. */
const heights: Readonly<Record<Density, number>> = { roomy: 38, compact: 30 }

/** The same on a phone, where a title has two lines. */
const phoneHeight = 68

/** How many rows are drawn above and below the visible part. */
const spare = 10

/** Rows of one height, of which only the visible ones are in the page. */
export function ListRows({ rows, wanted, density, children }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const height = isPhone() ? phoneHeight : heights[density]
  const offsets = useMemo(() => offsetsOf(rows.map(() => height)), [rows, height])
  const { shown, onScroll } = useWindow({ scroller, tasks: rows, offsets, wanted, spare: spare * height })
  return (
    <div class="list-rows" role="rowgroup" ref={scroller} onScroll={onScroll}>
      <div role="presentation" style={{ paddingTop: `${shown.before}px`, paddingBottom: `${shown.after}px` }}>
        {rows.slice(shown.from, shown.to).map((task, i) => children(task, shown.from + i))}
      </div>
    </div>
  )
}
