import { boardNow } from "../../client/board-clock.ts"
import type { TaskView } from "../api/types.ts"
import type { Store } from "../state/store.ts"

/**
 * Tells of tasks that time alone has changed, because no event does: one that waited may be ready now, and one that is
 * blocked may have been silent for a day, or one in progress for too long. There is one timer, for the next moment at which that happens.
 */
export function watchTime(store: Store, onDue: (ids: readonly string[]) => void): void {
  /** Tasks whose moment was still ahead at the last look. */
  const coming = new WeakSet<TaskView>()
  let seen = store.state.tasks
  let next = Infinity
  let timer: ReturnType<typeof setTimeout> | undefined

  function plan(at: number): void {
    clearTimeout(timer)
    next = at
    timer = setTimeout(look, at - boardNow())
  }

  function look(): void {
    const now = boardNow()
    const due: string[] = []
    let soonest = now + longestMs
    for (const task of store.state.tasks.values()) {
      const at = turnsAt(task)
      if (at === null) continue
      if (at > now) {
        coming.add(task)
        soonest = Math.min(soonest, at)
      } else if (coming.delete(task) || now - at < skewMs) {
        due.push(task.id)
        soonest = Math.min(soonest, now + againMs)
      }
    }
    plan(soonest)
    if (due.length > 0) onDue(due)
  }

  store.subscribe(() => {
    if (store.state.tasks === seen) return
    seen = store.state.tasks
    if (next > boardNow() + againMs) plan(boardNow() + againMs)
  })
}

/** When time alone changes a task, in ms since 1970; null: never. */
export function turnsAt(task: TurningTask): number | null {
  const { status, ready, notBefore, backoffUntil, stuck, silentAt, lease } = task
  if (silentAt !== undefined && !stuck?.includes("silent")) return Date.parse(silentAt)
  if (status === "doing" && lease?.quiet && !stuck?.includes("quiet")) return Date.parse(lease.quiet.stuckAt)
  if (status !== "todo" || ready || (notBefore ?? backoffUntil) === null) return null
  return Math.max(Date.parse(notBefore ?? "") || 0, Date.parse(backoffUntil ?? "") || 0)
}

// --- internal ---

type TurningTask = Pick<TaskView, "status" | "ready" | "notBefore" | "backoffUntil" | "stuck" | "silentAt"> &
  Partial<Pick<TaskView, "lease">>

/** A machine that is asleep stops its timers, so none is longer. */
const longestMs = 60_000

/** How long after its time a task is asked for: the clocks of the page and the server may differ. */
const skewMs = 60_000
const againMs = 2000
