import { all, callNow as call, isUnauthorized } from "../api/api.ts"
import type { Store } from "../state/store.ts"

/**
 * Reads the task in the panel again.
 * @param isTalk its comments may have changed
 * @returns false when no answer came
 */
export async function refreshOpen(store: Store, isTalk = true): Promise<boolean> {
  const { open } = store.state
  if (!open) return true
  const { id } = open
  const [read, comments] = await Promise.all([
    call("task.read", { id, handoff: true, checks: true }),
    isTalk || open.task === null ? all("comments", (page) => call("task.comments", { id, ...page })) : null,
  ])
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
