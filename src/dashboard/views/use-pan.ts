import type { RefObject } from "preact"
import { useRef } from "preact/hooks"

/** Lets the mouse drag what a scrolling box shows. Touch and the keyboard scroll the box as usual. */
export function usePan(box: RefObject<HTMLElement | null>) {
  const from = useRef<{ x: number; y: number; left: number; top: number } | null>(null)
  const end = () => {
    from.current = null
  }
  return {
    onPointerDown({ pointerType, button, target, clientX, clientY }: PointerEvent) {
      const isFree = target instanceof Element && target.closest("a") === null
      if (pointerType !== "mouse" || button !== 0 || !isFree || !box.current) return
      from.current = { x: clientX, y: clientY, left: box.current.scrollLeft, top: box.current.scrollTop }
    },
    onPointerMove({ clientX, clientY, buttons }: PointerEvent) {
      if (!from.current || (buttons & 1) === 0) {
        end()
        return
      }
      const { x, y, left, top } = from.current
      box.current?.scrollTo(left + x - clientX, top + y - clientY)
    },
    onPointerUp: end,
    onPointerLeave: end,
  }
}
