import { useEffect, useState } from "preact/hooks"

/**
 * A view, with one task open beside it or none: `/dashboard` (the board), `/dashboard/tasks/T-7`,
 * `/dashboard/team`, `/dashboard/team/tasks/T-7`.
 */
export interface Route {
  /** Its part of the address; empty for the board. */
  readonly view: string
  readonly task: string | null
}

export function parseRoute(pathname: string): Route {
  const [, view = "", number] =
    /^\/dashboard(?:\/(?!tasks(?:\/|$))([a-z-]+))?(?:\/tasks\/t-([1-9]\d*))?\/?$/i.exec(pathname) ?? []
  return { view: view.toLowerCase(), task: number === undefined ? null : `T-${number}` }
}

/** The address of a task, or of none, in the view that is shown, or in another. */
export function pathOf(task: string | null, view = parseRoute(location.pathname).view): string {
  const path = view === "" ? "/dashboard" : `/dashboard/${view}`
  return task === null ? path : `${path}/tasks/${task}`
}

export function navigate(task: string | null, view?: string): void {
  const path = pathOf(task, view)
  const now = parseRoute(location.pathname)
  if (pathOf(now.task, now.view) !== path) history.pushState(null, "", path)
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
export function followLink(event: MouseEvent, task: string | null, view?: string): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  navigate(task, view)
}
