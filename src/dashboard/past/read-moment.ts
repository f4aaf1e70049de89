import { all, callAsOf } from "../api/api.ts"
import type { ApiResult, Status, TaskView } from "../api/types.ts"
import type { State } from "../state/state.ts"

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

// --- internal ---

const open: Status[] = ["doing", "blocked", "review", "todo"]
const recent = 50
