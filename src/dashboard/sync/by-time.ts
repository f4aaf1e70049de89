import { all, callNow as call } from "../api/api.ts"
import type { TaskView } from "../api/types.ts"
import type { Store } from "../state/store.ts"

/**
 * Tells of tasks that time alone has changed, because no event does: one that waited may be ready now, and one that is
 * blocked may have been silent for a day. There is one timer, for the next moment at which that happens.
 */
export function watchTime(store: Store, onDue: (ids: readonly string[]) => void): void {
  const lastWords = new Map<string, LastWord>()
  /** Tasks whose moment was still ahead at the last look. */
  const coming = new WeakSet<TaskView>()
  let seen = store.state.tasks
  let next = Infinity
  let timer: ReturnType<typeof setTimeout> | undefined

  function plan(at: number): void {
    clearTimeout(timer)
    next = at
    timer = setTimeout(look, at - Date.now())
  }

  function look(): void {
    const now = Date.now()
    const due: string[] = []
    let soonest = now + longestMs
    for (const task of store.state.tasks.values()) {
      const word = lastWords.get(task.id)
      const isWordKnown = word?.count === task.commentCount
      const at = turnsAt(task, isWordKnown ? word.at : 0)
      if (at === null) continue
      if (at > now) {
        coming.add(task)
        soonest = Math.min(soonest, at)
      } else if (task.status === "blocked" && task.commentCount > 0 && !isWordKnown) void readLastWord(task)
      else if (coming.delete(task) || now - at < skewMs) {
        due.push(task.id)
        soonest = Math.min(soonest, now + againMs)
      }
    }
    plan(soonest)
    if (due.length > 0) onDue(due)
  }

  /** A task that was not changed for a day and is not silent was commented on. Only its comments tell when. */
  async function readLastWord({ id, commentCount: count }: TaskView): Promise<void> {
    lastWords.set(id, { count, at: 0 })
    const read = await all("comments", (page) => call("task.comments", { id, ...page }))
    if ("refusal" in read) return
    lastWords.set(id, { count, at: Date.parse(read.value.at(-1)?.createdAt ?? "") || 0 })
    plan(Date.now())
  }

  store.subscribe(() => {
    if (store.state.tasks === seen) return
    seen = store.state.tasks
    if (next > Date.now() + againMs) plan(Date.now() + againMs)
  })
}

/**
 * When time alone changes a task, in ms since 1970; null: never.
 * @param lastWord when somebody has commented on it last, where that is known
 */
export function turnsAt(task: TurningTask, lastWord = 0): number | null {
  const { status, ready, notBefore, backoffUntil, updatedAt, stuck } = task
  if (status === "blocked" && !stuck?.includes("silent"))
    return Math.max(Date.parse(updatedAt), lastWord) + silenceMs
  if (status !== "todo" || ready || (notBefore ?? backoffUntil) === null) return null
  return Math.max(Date.parse(notBefore ?? "") || 0, Date.parse(backoffUntil ?? "") || 0)
}

// --- internal ---

type TurningTask = Pick<TaskView, "status" | "ready" | "notBefore" | "backoffUntil" | "updatedAt" | "stuck">

interface LastWord {
  /** How many comments there were. */
  readonly count: number
  readonly at: number
}

/** As the server has it. */
const silenceMs = 24 * 3_600_000

/** A machine that is asleep stops its timers, so none is longer. */
const longestMs = 60_000

/** How long after its time a task is asked for: the clocks of the page and the server may differ. */
const skewMs = 60_000
const againMs = 2000
