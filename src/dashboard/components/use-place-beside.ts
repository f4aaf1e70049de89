import type { RefObject } from "preact"
import { useLayoutEffect } from "preact/hooks"
import { listen } from "../state/listen.ts"

type Box = RefObject<HTMLElement | null>

/** Shows a list over the page, beside its field, with what is chosen in view, for as long as it is open. */
export function usePlaceBeside(isOpen: boolean, list: Box, field: Box): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    const place = () => placeBeside(list.current, field.current)
    list.current?.showPopover()
    const leave = listen(document, { scroll: place }, true)
    const leaveWindow = visualViewport ? listen(visualViewport, { resize: place, scroll: place }) : undefined
    return () => {
      leave()
      leaveWindow?.()
    }
  }, [isOpen])
  useLayoutEffect(() => {
    if (!isOpen) return
    placeBeside(list.current, field.current)
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" })
  })
}

// --- internal ---

/** In px: between the list and its field, to the edge of the window; the least width and the greatest height of a list. */
const [gap, edge, least, most] = [4, 8, 180, 320]

/** Places the list below its field or, where there is more room, above it. A keyboard on the screen takes room. */
function placeBeside(list: HTMLElement | null, field: HTMLElement | null): void {
  if (!list || !field) return
  const { left, top, bottom, width } = field.getBoundingClientRect()
  const { offsetTop, height } = visualViewport ?? { offsetTop: 0, height: innerHeight }
  const above = top - offsetTop - gap - edge
  const below = offsetTop + height - bottom - gap - edge
  const whole = [...list.children].reduce((sum, each) => sum + each.scrollHeight, gap * 2)
  const isBelow = below >= Math.min(whole, most) || below >= above
  list.style.minWidth = `${Math.max(width, least)}px`
  list.style.maxHeight = `${Math.min(most, isBelow ? below : above)}px`
  const room = document.documentElement.clientWidth - list.offsetWidth - edge
  list.style.left = `${Math.max(edge, Math.min(left, room))}px`
  list.style.top = `${isBelow ? bottom + gap : top - gap - list.offsetHeight}px`
}
