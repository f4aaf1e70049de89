import { useEffect, useState } from "preact/hooks"
import { listen } from "../state/listen.ts"

/** A view, and the task that is open beside it, if any: `/dashboard`, `/dashboard/activity/tasks/T-7`. */
export interface PageRoute {
  /** The id of a view; `board` if the address names none. */
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

/** Views that became filters of the list. */
const formerViews = ["working", "stuck", "ready"]

/** An address as it is today: that of a former view leads to the filter that took its place. */
export function addressNow(address: string): URL {
  const url = new URL(address, location.origin)
  const { view, task } = parseRoute(url.pathname)
  if (!formerViews.includes(view)) return url
  url.pathname = pathTo({ view: "list", task })
  url.searchParams.set(view, "1")
  return url
}

/** The address that shows a task beside the current view, or, with null, the current view alone. */
export function pathOf(task: string | null): string {
  return pathTo({ view: parseRoute(location.pathname).view, task })
}

/** Opens a task beside the current view; null closes it. */
export function navigate(task: string | null): void {
  go(pathOf(task))
}

export function goToView(view: string): void {
  go(pathTo({ view, task: null }))
}

/** Goes to a path of the dashboard. The filter of the board stays in the address. */
export function go(path: string): void {
  if (location.pathname !== path) history.pushState(null, "", path + location.search)
  dispatchEvent(new PopStateEvent("popstate"))
}

export function useRoute(): PageRoute {
  return parseRoute(useAddress(() => location.pathname))
}

/** The event whose moment an address shows; null for the present. */
function momentIn(search: string): number | null {
  const given = new URLSearchParams(search).get("at") ?? ""
  return /^[1-9]\d{0,15}$/.test(given) ? Number(given) : null
}

/** The same query with another moment; null for the present. */
export function withMoment(search: string, seq: number | null): string {
  return withParts(search, { at: seq === null ? null : String(seq) })
}

/** The same query with other values of some parts; null removes one. */
export function withParts(search: string, parts: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries(parts))
    if (value === null) query.delete(name)
    else query.set(name, value)
  const text = query.toString()
  return text === "" ? "" : `?${text}`
}

/** A query for the board's filter, with what else stands in an address: the moment, and what Flow is about. */
export function withOthers(filter: string, search: string): string {
  const given = new URLSearchParams(search)
  return withParts(filter, Object.fromEntries(["at", "flow", "days"].map((name) => [name, given.get(name)])))
}

/** Shows the current view as of an event; null: as it is now. */
export function goToMoment(seq: number | null): void {
  history.pushState(null, "", location.pathname + withMoment(location.search, seq))
  dispatchEvent(new PopStateEvent("popstate"))
}

/** The moment that the address shows, as it changes. */
export function useMoment(): number | null {
  return useAddress(() => momentIn(location.search))
}

/** A plain click on a link stays in the page. A click with a modifier key is left to the browser. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}

/** Goes in the page where a link leads, on a plain click. */
export function follow(event: MouseEvent, goOn: () => void): void {
  if (!isPlainClick(event)) return
  event.preventDefault()
  goOn()
}

export function followLink(event: MouseEvent, task: string | null): void {
  follow(event, () => navigate(task))
}

// --- internal ---

/** A part of the address, as it changes. */
function useAddress<T>(read: () => T): T {
  const [part, set] = useState(read)
  useEffect(() => listen(window, { popstate: () => set(read) }), [])
  return part
}
