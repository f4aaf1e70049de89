import { useEffect, useState } from "preact/hooks"

/** The board, or the board with one task open: `/dashboard`, `/dashboard/tasks/T-7`. */
export interface Route {
  readonly task: string | null
}

export function parseRoute(pathname: string): Route {
  const [, number] = /^\/dashboard\/tasks\/t-([1-9]\d*)\/?$/i.exec(pathname) ?? []
  return { task: number === undefined ? null : `T-${number}` }
}

export function pathOf(task: string | null): string {
  return task === null ? "/dashboard" : `/dashboard/tasks/${task}`
}

export function navigate(task: string | null): void {
  if (parseRoute(location.pathname).task !== task) history.pushState(null, "", pathOf(task))
  dispatchEvent(new PopStateEvent("popstate"))
}

export function useRoute(): Route {
  const [route, set] = useState(() => parseRoute(location.pathname))
  useEffect(() => {
    const read = () => set(parseRoute(location.pathname))
    addEventListener("popstate", read)
    return () => removeEventListener("popstate", read)
  }, [])
  return route
}

/** A plain click on a link stays in the page; one with a modifier does what the browser does. */
export function followLink(event: MouseEvent, task: string | null): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  navigate(task)
}
