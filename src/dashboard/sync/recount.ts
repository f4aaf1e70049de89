import { callNow as call } from "../api/api.ts"
import type { Store } from "../state/store.ts"

/** Asks how many closed tasks there are: most of them are not loaded. */
export async function recount(store: Store): Promise<void> {
  const [done, cancelled] = await Promise.all([
    call("task.list", { status: "done", limit: 1 }),
    call("task.list", { status: "cancelled", limit: 1 }),
  ])
  if ("refusal" in done || "refusal" in cancelled) return
  store.set({ totals: { done: done.value.total, cancelled: cancelled.value.total } })
}
