import { api, type Notice, type Result, type TaskView } from "../api.ts"
import type { State } from "../store.ts"
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
  readonly inbox: Reading<readonly Notice[]>
  /** Tasks that wait for me, each counted once. */
  readonly count: number
}

export function useNeeds({ tasks, name }: State): Needs {
  const inbox = useRead<readonly Notice[]>(`inbox ${name ?? ""}`, () => readInbox(name), {
    isAbout: ({ type }) => type !== "lease.renewed",
  })
  const all = [...tasks.values()].sort(byUrgency)
  const isMe = (other: string | null) => name !== null && other?.toLowerCase() === name.toLowerCase()
  const reviews = all.filter(({ status }) => status === "review")
  const mine = reviews.filter(({ reviewer }) => isMe(reviewer))
  const others = reviews.filter(({ reviewer, assignee }) => !isMe(reviewer) && !isMe(assignee))
  const blocked = all.filter(({ status }) => status === "blocked")
  const failing = all.filter(
    ({ attempts, status }) => attempts >= 2 && (status === "todo" || status === "doing"),
  )
  const waiting = [...mine, ...blocked, ...failing].map(({ id }) => id)
  const noticed = (inbox.value ?? []).map(({ task }) => task)
  return { mine, others, blocked, failing, inbox, count: new Set([...waiting, ...noticed]).size }
}

// --- internal ---

/** Who was never heard of has no inbox yet, so nothing is in it. */
async function readInbox(name: string | null): Promise<Result<readonly Notice[]>> {
  if (name === null) return { value: [], seq: 0 }
  const result = await api.inbox(name)
  if ("refusal" in result) return result.refusal.code === "agent_not_found" ? { value: [], seq: 0 } : result
  return { value: result.value.inbox, seq: result.seq }
}

function byUrgency(a: TaskView, b: TaskView): number {
  return a.priority.localeCompare(b.priority) || a.updatedAt.localeCompare(b.updatedAt)
}
