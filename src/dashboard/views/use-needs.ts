import { useMemo } from "preact/hooks"
import type { PublicType } from "../../domain/read-models/public-events.ts"
import { call } from "../api/api.ts"
import type { Notice, Result, TaskView } from "../api/types.ts"
import type { State } from "../state/state.ts"
import { useRead, type Reading } from "./use-read.ts"

/** What waits for a person, most of all for this one. */
export interface Needs {
  /** In review, and I am the reviewer. */
  readonly mine: readonly TaskView[]
  /** In review for somebody else, and not my own work: I may decide it too. */
  readonly others: readonly TaskView[]
  readonly blocked: readonly TaskView[]
  /** Not blocked yet, but tried in vain more than once. */
  readonly failing: readonly TaskView[]
  /** What is unread, but for what `mine` shows. */
  readonly inbox: Reading<readonly Notice[]>
  /** Tasks that wait for me, each counted once. */
  readonly count: number
}

export function useNeeds({ tasks, name }: State): Needs {
  const inbox = useRead<readonly Notice[]>(`inbox ${name ?? ""}`, () => readInbox(name), {
    isAbout: ({ type }) => noticed.has(type),
  })
  const lists = useMemo(() => sortOut(tasks, name), [tasks, name])
  const { mine, blocked, failing } = lists
  const waiting = [...mine, ...blocked, ...failing].map(({ id }) => id)
  // That a review is asked for is said by the list of reviews already.
  const told = useMemo(() => {
    const listed = new Set(mine.map(({ id }) => id))
    return inbox.value?.filter(({ kind, task }) => kind !== "review_requested" || !listed.has(task)) ?? null
  }, [inbox.value, mine])
  const count = new Set([...waiting, ...(told ?? []).map(({ task }) => task)]).size
  return { ...lists, inbox: { ...inbox, value: told }, count }
}

// --- internal ---

/** What may put a notice into an inbox, or take one out. */
const noticed: ReadonlySet<PublicType> = new Set([
  "task.created",
  "task.edited",
  "task.moved",
  "task.deleted",
  "task.commented",
  "task.completed",
  "task.reviewed",
  "lease.expired",
  "inbox.acked",
] as const)

function sortOut(tasks: State["tasks"], name: string | null) {
  const isMe = (other: string | null) => name !== null && other?.toLowerCase() === name.toLowerCase()
  const pick = (wanted: (task: TaskView) => boolean) => [...tasks.values()].filter(wanted).sort(byUrgency)
  const reviews = pick(({ status }) => status === "review")
  return {
    mine: reviews.filter(({ reviewer }) => isMe(reviewer)),
    others: reviews.filter(({ reviewer, assignee }) => !isMe(reviewer) && !isMe(assignee)),
    blocked: pick(({ status }) => status === "blocked"),
    failing: pick(({ attempts, status }) => attempts >= 2 && (status === "todo" || status === "doing")),
  }
}

/** Who was never heard of has no inbox yet, so nothing is in it. */
async function readInbox(name: string | null): Promise<Result<readonly Notice[]>> {
  if (name === null) return { value: [], seq: 0 }
  const result = await call("inbox.list", { name, limit: 500 })
  if ("refusal" in result) return result.refusal.code === "agent_not_found" ? { value: [], seq: 0 } : result
  return { value: result.value.inbox, seq: result.seq }
}

function byUrgency(a: TaskView, b: TaskView): number {
  return a.priority.localeCompare(b.priority) || a.updatedAt.localeCompare(b.updatedAt)
}
