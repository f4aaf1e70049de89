import type { RefObject } from "preact"
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from "preact/hooks"
import { useApp } from "../state/context.ts"
import { listen } from "../state/listen.ts"
import type { Card } from "../state/state.ts"
import { windowOf } from "./window.ts"

interface WindowOptions {
  scroller: RefObject<HTMLDivElement | null>
  tasks: readonly Card[]
  /** Where the row of each task begins, followed by where the list ends, in px. */
  offsets: readonly number[]
  /** The task to scroll to and to give the focus. */
  wanted: string | null
  /** How much is drawn above and below the visible part, in px. */
  spare: number
}

/** Rows below each other, of which only the visible ones are in the page: which these are, and what follows a scroll. */
export function useWindow({ scroller, tasks, offsets, wanted, spare }: WindowOptions) {
  const { store } = useApp()
  const [, redraw] = useReducer((n: number) => n + 1, 0)
  // As it was last told. To ask the element itself while the page is drawn makes the browser lay out the half-drawn
  // page, once for each list.
  const seen = useRef({ top: 0, height: 900 }).current
  const [isPrinting, setPrinting] = useState(false)
  useEffect(
    () => listen(window, { beforeprint: () => setPrinting(true), afterprint: () => setPrinting(false) }),
    [],
  )
  const shown = windowOf(offsets, seen.top, seen.height, isPrinting ? Infinity : spare)
  const drawn = useRef(shown)
  drawn.current = shown

  function look(element: HTMLElement) {
    seen.top = element.scrollTop
    seen.height = element.clientHeight
  }

  // Called after the first drawing too, because only then is the height known.
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      look(element)
      redraw(undefined)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  // When a task is opened, when all is read, and where an undo or somebody else puts the open task, it comes into view.
  const { open, loading } = store.state
  const at = useMemo(() => open && tasks.find(({ id }) => id === open.id)?.id, [tasks, open?.id])
  const sought = useRef<string | null>(null)
  useLayoutEffect(() => void (sought.current = at ?? null), [at, loading === null])

  useLayoutEffect(() => {
    const element = scroller.current
    const target = wanted ?? sought.current
    const index = target === null ? -1 : tasks.findIndex(({ id }) => id === target)
    if (!element || index === -1) return
    const [top = 0, bottom = 0] = [offsets[index], offsets[index + 1]]
    if (top < element.scrollTop) element.scrollTop = top
    else if (bottom > element.scrollTop + element.clientHeight)
      element.scrollTop = bottom - element.clientHeight
    look(element)
    const row = element.querySelector<HTMLElement>(`[data-task="${target ?? ""}"]`)
    if (!row) {
      redraw(undefined)
      return
    }
    sought.current = null
    if (wanted !== null) row.focus({ preventScroll: true })
    row.scrollIntoView({ block: "nearest", inline: "nearest" })
    if (wanted !== null) store.set({ wanted: null })
  })

  function onScroll({ currentTarget }: { currentTarget: HTMLElement }) {
    look(currentTarget)
    const next = windowOf(offsets, seen.top, seen.height, spare / 2)
    if (next.from < drawn.current.from || next.to > drawn.current.to) redraw(undefined)
  }

  return { shown, onScroll }
}
