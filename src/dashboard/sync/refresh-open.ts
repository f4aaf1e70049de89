import { all, callNow, isUnauthorized, callNow as call } from "../api/api.ts"
import type { Store } from "../state/store.ts"

/**
 * Reads the task in the panel again.
 * @param isTalk its comments may have changed
 * @param call asks of the present, or of the moment that is shown
 * @param isOver whether the answer is no longer of use
 * @returns false when no answer came
 */
export async function refreshOpen(
  store: Store,
  isTalk = true,
  call: typeof callNow = callNow,
  isOver = () => false,
): Promise<boolean> {
  const { open } = store.state
  if (!open) return true
  const { id } = open
  const [read, comments] = await Promise.all([
    call("task.read", { id, handoff: true, checks: true }),
    isTalk || open.task === null ? all("comments", (page) => call("task.comments", { id, ...page })) : null,
  ])
  if (isOver()) return true
  if ("refusal" in read) {
    const isLost = read.refusal.status === 0 || read.refusal.status >= 500 || isUnauthorized(read.refusal)
    // What is shown already stays.
    if (!isLost || open.task === null) store.dispatch({ type: "unread", id, refusal: read.refusal })
    return !isLost
  }
  if (comments && "refusal" in comments) return false
  const { task, handoff = null, openLines = 0, found = [], checks = [] } = read.value
  const said = comments && { comments: comments.value }
  store.dispatch({ type: "read", task, handoff, openLines, found, checks, ...said })
  return true
}

/** Asks how many closed tasks there are: most of them are not loaded. */
export async function recount(store: Store): Promise<void> {
  const [done, cancelled] = await Promise.all([
    call("task.list", { status: "done", limit: 1 }),
    call("task.list", { status: "cancelled", limit: 1 }),
  ])
  if ("refusal" in done || "refusal" in cancelled) return
  store.set({ totals: { done: done.value.total, cancelled: cancelled.value.total } })
}
