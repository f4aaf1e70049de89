import { useLayoutEffect, useState } from "preact/hooks"

/** The width of a box, as it is and becomes. */
export function useWidth(box: { readonly current: HTMLElement | null }): number {
  const [width, set] = useState(0)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new ResizeObserver(() => set(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return width
}
