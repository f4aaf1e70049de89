import { callNow as call, isUnauthorized } from "../api/api.ts"
import { session } from "../api/session.ts"
import type { ApiResult, Status, TaskView } from "../api/types.ts"
import type { Store } from "../state/store.ts"
import { pause } from "../stream/follow-events.ts"
import { readOpen } from "./read-open.ts"
import { recount, refreshOpen } from "./refresh-open.ts"

/** How many closed tasks a column loads, so that a board that ran for a year stays quick. */
const recent = 50

/** The order in which they are asked for. */
const closedOrder = "-updated"

/**
 * Reads every open task and the newest closed ones. Tries until it has all, or until it needs a token, or has learned from
 * the token under which name to ask.
 * @param watch notes what is read again meanwhile
 * @param onFirst called with the seq of the first answer: what happens from then on is in later events
 */
export async function readBoard(
  store: Store,
  watch: () => { readonly fresh: ReadonlySet<string>; end(): void },
  onFirst: (seq: number) => void = () => undefined,
): Promise<"read" | "unauthorized" | "renamed"> {
  for (;;) {
    const { fresh, end } = watch()
    const name = session.name()
    const [done, cancelled] = await Promise.all([readClosed("done"), readClosed("cancelled")])
    if ([done, cancelled].some((read) => "refusal" in read && isUnauthorized(read.refusal))) {
      end()
      return "unauthorized"
    }
    if (takeName(store, name, done)) {
      end()
      return "renamed"
    }
    if ("value" in done && "value" in cancelled) {
      onFirst(Math.min(done.seq, cancelled.seq))
      const closed = [...done.value.tasks, ...cancelled.value.tasks]
      const totals = { done: done.value.total, cancelled: cancelled.value.total }
      const isFirst = store.state.tasks.size === 0
      const show = (tasks: readonly TaskView[], total: number) => {
        if (isFirst) store.dispatch({ type: "page", tasks, total, gone: fresh })
      }
      if (isFirst) store.set({ totals })
      show(closed, closed.length)
      const open = await readOpen(listOpen, (tasks, total) => show(tasks, closed.length + total))
      if (open) {
        end()
        store.dispatch({ type: "loaded", tasks: byId([...open, ...closed]), totals, fresh })
        store.set({ heardAt: Date.now(), link: "live" })
        if (fresh.size > 0) void recount(store)
        void refreshOpen(store)
        return "read"
      }
    }
    end()
    store.set({ link: "offline" })
    await pause(2000)
  }
}

// --- internal ---

const listOpen = (status: Status[], page: { limit: number; cursor?: string }) =>
  call("task.list", { status, compact: true, ...page })
const readClosed = (status: Status) =>
  call("task.list", { status, compact: true, sort: closedOrder, limit: recent })

/** One that moved between two pages is in both; the closed state is the later one. */
function byId(tasks: readonly TaskView[]): TaskView[] {
  return [...new Map(tasks.map((task) => [task.id, task])).values()]
}

/** A token that is bound to an agent reads nothing under another name, so the page goes on as this agent. @param name what it asked under */
function takeName(store: Store, name: string | null, result: ApiResult<unknown>): boolean {
  const owner =
    "refusal" in result && result.refusal.code === "actor_mismatch"
      ? result.refusal.facts?.["agent"]
      : undefined
  if (typeof owner !== "string" || owner === name) return false
  session.setName(owner)
  store.set({ name: owner })
  return true
}
