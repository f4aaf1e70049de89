import { useMemo } from "preact/hooks"
import type { EventType } from "../../domain/events/index.ts"
import { isSameName } from "../../domain/wire/names.ts"
import { call } from "../api/api.ts"
import type { ApiResult, ListOfNeeds, NeedView, NoticeView } from "../api/types.ts"
import { useOfTasks } from "./use-counts.ts"
import type { Card, State } from "../state/state.ts"
import { useRead, type Reading } from "./use-read.ts"

/** A task that needs somebody, why, and the unread notices to me about it, oldest first. */
export interface Need extends NeedView {
  readonly notices: readonly NoticeView[]
}

/** What waits for a person, in the order in which the server says to settle it. A task is in one of the lists only. */
export interface Needs {
  readonly mine: readonly Need[]
  /** What is late, and somebody works on it or may begin it at any time; so is what an expired claim put back. */
  readonly late: readonly Need[]
  /** Tasks in review for somebody else that are not my own work. I may decide them too; they do not count. */
  readonly others: readonly Need[]
  /** How many tasks need me, as the server counts them; null before it has said so. */
  readonly count: number | null
  /** All unread notices, oldest first. */
  readonly inbox: Reading<readonly NoticeView[]>
}

export function useNeeds({ tasks, name }: State): Needs {
  const list = useOfTasks(`needs ${name ?? ""}`, () => readNeeds(name))
  const inbox = useInbox(name)
  const lists = useMemo(
    () => sortOut(list.value ?? {}, inbox.value ?? [], tasks, name),
    [list.value, inbox.value, tasks, name],
  )
  return { ...lists, count: list.value?.total ?? null, inbox }
}

/** The unread notices to a person. */
export function useInbox(name: string | null): Reading<readonly NoticeView[]> {
  return useRead<readonly NoticeView[]>(`inbox ${name ?? ""}`, () => readInbox(name), {
    isAbout: ({ type }) => noticed.has(type),
  })
}

/** Anyone may begin it. */
export const isFree = ({ status, ready }: Card): boolean => status === "todo" && ready

// --- internal ---

/** Events that may add a notice to an inbox, or remove one. */
const noticed: ReadonlySet<EventType> = new Set([
  "task.created",
  "task.edited",
  "task.moved",
  "task.deleted",
  "task.restored",
  "task.put_back",
  "task.commented",
  "task.completed",
  "task.reviewed",
  "lease.expired",
  "inbox.acked",
  "inbox.put_back",
] as const)

function sortOut(
  { needs: listed = [], late = [] }: Partial<ListOfNeeds>,
  inbox: readonly NoticeView[],
  tasks: State["tasks"],
  name: string | null,
): Omit<Needs, "count" | "inbox"> {
  const said = Map.groupBy(inbox, ({ task }) => task)
  const withNotices = (need: NeedView): Need => {
    // What is known of a task from events is newer than the list.
    const task = { ...need.task, ...tasks.get(need.task.id) }
    // The decision asks for more than what was said about it.
    const isToDecide = task.status === "review" && !need.question && isSameName(task.reviewer, name)
    const decision = { why: "review", by: task.assignee, detail: null } as const
    const isSaid = isToDecide && need.why === "question"
    return { ...need, ...(isSaid && decision), task, notices: said.get(task.id) ?? [] }
  }
  const listedIds = new Set(listed.map(({ task }) => task.id))
  const isOther = ({ id, status, reviewer, assignee }: Card) =>
    status === "review" && !isSameName(reviewer, name) && !isSameName(assignee, name) && !listedIds.has(id)
  return {
    mine: listed.map(withNotices),
    late: late.map(withNotices),
    others: [...tasks.values()]
      .filter(isOther)
      .map((task): Need => {
        const { updatedAt: since, assignee: by } = task
        return { task, why: "review", since, by, waiting: 0, detail: null, notices: [] }
      })
      .sort((a, b) => a.task.priority.localeCompare(b.task.priority) || a.since.localeCompare(b.since)),
  }
}

async function readNeeds(name: string | null): Promise<ApiResult<ListOfNeeds>> {
  return call("needs.list", { limit: 500, ...(name !== null && { agent: name }) })
}

async function readInbox(name: string | null): Promise<ApiResult<readonly NoticeView[]>> {
  if (name === null) return { value: [], seq: 0 }
  const result = await call("inbox.list", { name, limit: 500 })
  return "refusal" in result ? result : { value: result.value.inbox, seq: result.seq }
}
