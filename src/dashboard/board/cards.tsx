import type { ComponentChildren } from "preact"
import { useLayoutEffect, useMemo, useReducer, useRef } from "preact/hooks"
import type { Density } from "../api/session.ts"
import type { Card } from "../state/state.ts"
import { useWindow } from "./use-window.ts"
import { offsetsOf } from "./window.ts"

interface Props {
  tasks: readonly Card[]
  density: Density
  /** The card to scroll to and to give the focus. */
  wanted: string | null
  /** The card before which a dragged one is dropped; null: at the end; undefined: nowhere here. */
  dropBefore: string | null | undefined
  draw(task: Card): ComponentChildren
  /** What stands below the last card. */
  end: ComponentChildren
}

/** How much is drawn above and below the visible part, in px, so that scrolling shows no gap. */
const sparePx = 600

/**
 * The cards of a column. Only the visible ones are in the page. The height of a card is an estimate until it has been
 * drawn once; from then on it is measured.
 */
export function Cards({ tasks, density, wanted, dropBefore, draw, end }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const measured = useRef(new Map<string, number>())
  const [measures, redraw] = useReducer((n: number) => n + 1, 0)
  const offsets = useMemo(
    () => offsetsOf(tasks.map((task) => measured.current.get(task.id) ?? estimate(task, density))),
    [tasks, measures],
  )
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    let isWrong = false
    for (const child of element.querySelectorAll<HTMLElement>("[data-row]")) {
      const key = child.dataset["row"] ?? ""
      if (measured.current.get(key) === child.offsetHeight) continue
      measured.current.set(key, child.offsetHeight)
      isWrong = true
    }
    if (isWrong) redraw(undefined)
  })

  const { shown, onScroll } = useWindow({ scroller, tasks, offsets, wanted, spare: sparePx })

  return (
    <div class="cards" ref={scroller} onScroll={onScroll}>
      <ol style={{ paddingTop: `${shown.before}px`, paddingBottom: `${shown.after}px` }}>
        {tasks.slice(shown.from, shown.to).map((task, i) => (
          <li
            key={task.id}
            class={dropBefore === task.id ? "drop-before" : undefined}
            data-row={task.id}
            aria-setsize={tasks.length}
            aria-posinset={shown.from + i + 1}
          >
            {draw(task)}
          </li>
        ))}
      </ol>
      {dropBefore === null && <div class="drop-before" />}
      {end}
    </div>
  )
}

// --- internal ---

/** About how high a card is, in px: lines of 28 letters, a line of signals, and one of labels. */
function estimate(task: Card, density: Density): number {
  if (density === "compact") return 80
  const { title, reason, tags, project, criteriaCount, commentCount, blockedBy, dueAt } = task
  const lines = Math.min(3, Math.ceil(title.length / 28)) + (reason === null ? 0 : 1)
  const hasLabels = tags.length + criteriaCount + commentCount > 0 || project !== "default"
  return 52 + lines * 19 + (hasLabels ? 25 : 0) + (blockedBy.length > 0 || dueAt !== null ? 25 : 0)
}
