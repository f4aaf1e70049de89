import { useLayoutEffect, useRef } from "preact/hooks"

/** The visible part of a scrolled element, in px. */
export interface Viewport {
  top: number
  height: number
  /** Takes over where the element stands now. */
  read(element: HTMLElement): void
}

/**
 * What of an element is visible, as it was last told. To ask the element itself while the page is drawn makes the
 * browser lay out the half-drawn page, once for each list.
 * @param onResize is called after the first drawing too, because only then is the height known
 */
export function useViewport(
  scroller: { readonly current: HTMLElement | null },
  onResize: () => void,
): Viewport {
  const viewport = useRef<Viewport>({
    top: 0,
    height: 900,
    read(element) {
      this.top = element.scrollTop
      this.height = element.clientHeight
    },
  }).current
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      viewport.read(element)
      onResize()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return viewport
}
