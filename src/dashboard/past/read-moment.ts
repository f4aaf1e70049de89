import { all, call, callAsOf } from "../api/api.ts"
import type { ApiResult, Status, TaskView } from "../api/types.ts"
import type { State } from "../state/state.ts"
import type { Store } from "../state/store.ts"

interface MomentRead {
  readonly tasks: readonly TaskView[]
  readonly totals: State["totals"]
}

/** The board as of an event: its open tasks, and the newest of the closed ones. */
export async function readMoment(seq: number): Promise<ApiResult<MomentRead>> {
  const closed = (status: Status) =>
    callAsOf(seq, "task.list", { status: [status], compact: true, sort: "-updated", limit: recent })
  const [done, cancelled, others] = await Promise.all([
    closed("done"),
    closed("cancelled"),
    all("tasks", (page) => callAsOf(seq, "task.list", { status: open, compact: true, ...page })),
  ])
  if ("refusal" in done) return done
  if ("refusal" in cancelled) return cancelled
  if ("refusal" in others) return others
  return {
    seq,
    ...(done.at !== undefined && { at: done.at }),
    value: {
      tasks: [...others.value, ...done.value.tasks, ...cancelled.value.tasks],
      totals: { done: done.value.total, cancelled: cancelled.value.total },
    },
  }
}

/** Reads the task in the panel, as of the moment that is shown. */
export async function readOpenTask(store: Store, signal: AbortSignal): Promise<void> {
  const { open, moment } = store.state
  if (!open || !moment) return
  const { id } = open
  const [read, comments] = await Promise.all([
    call("task.read", { id, handoff: true, checks: true }),
    all("comments", (page) => call("task.comments", { id, ...page })),
  ])
  if (signal.aborted || store.state.moment?.seq !== moment.seq) return
  if ("refusal" in read) {
    store.dispatch({ type: "unread", id, refusal: read.refusal })
    return
  }
  const { task, handoff = null, found = [], checks = [] } = read.value
  const said = "value" in comments ? { comments: comments.value } : {}
  store.dispatch({ type: "read", task, handoff, found, checks, ...said })
}

// --- internal ---

const open: Status[] = ["doing", "blocked", "review", "todo"]
const recent = 50
