import { useEffect, useState } from "preact/hooks"

/** A view, perhaps with a task open beside it: `/dashboard`, `/dashboard/activity/tasks/T-7`. */
export interface PageRoute {
  /** The id of a view; `board` where the address names none. */
  readonly view: string
  readonly task: string | null
}

export function parseRoute(pathname: string): PageRoute {
  const [, view = "board", number] =
    /^\/dashboard(?:\/(?!tasks\/)([a-z-]+))?(?:\/tasks\/t-([1-9]\d*))?\/?$/i.exec(pathname) ?? []
  return { view: view.toLowerCase(), task: number === undefined ? null : `T-${number}` }
}

export function pathTo({ view, task }: PageRoute): string {
  const base = view === "board" ? "/dashboard" : `/dashboard/${view}`
  return task === null ? base : `${base}/tasks/${task}`
}

/** The address of a task beside the view that is shown, or of that view alone. */
export function pathOf(task: string | null): string {
  return pathTo({ view: parseRoute(location.pathname).view, task })
}

/** Goes to a task beside the view that is shown; null closes it. */
export function navigate(task: string | null): void {
  go(pathOf(task))
}

/** Goes to a path of the dashboard. What the board is narrowed to stays in the address. */
export function go(path: string): void {
  if (location.pathname !== path) history.pushState(null, "", path + location.search)
  dispatchEvent(new PopStateEvent("popstate"))
}

export function useRoute(): PageRoute {
  const [path, set] = useState(location.pathname)
  useEffect(() => {
    const read = () => set(location.pathname)
    addEventListener("popstate", read)
    return () => removeEventListener("popstate", read)
  }, [])
  return parseRoute(path)
}

/** A plain click on a link stays in the page; one with a modifier does what the browser does. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}

export function followLink(event: MouseEvent, task: string | null): void {
  if (!isPlainClick(event)) return
  event.preventDefault()
  navigate(task)
}
