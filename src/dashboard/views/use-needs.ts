import { useMemo } from "preact/hooks"
import type { PublicType } from "../../domain/read-models/public-events.ts"
import { call } from "../api/api.ts"
import type { NoticeView, ApiResult, TaskView } from "../api/types.ts"
import type { State } from "../state/state.ts"
import { useRead, type Reading } from "./use-read.ts"

/** The unread notices to me about one task, oldest first. */
export interface Thread {
  readonly task: string
  readonly notices: readonly NoticeView[]
}

/** What waits for a person. A task that needs me is in one of the lists only. */
export interface Needs {
  /** Tasks in review whose reviewer I am. */
  readonly mine: readonly TaskView[]
  /** Tasks in review for somebody else that are not my own work. I may decide them too. */
  readonly others: readonly TaskView[]
  /** Unread notices about other tasks. The task with the newest notice is last. */
  readonly threads: readonly Thread[]
  /** Unread notices about the tasks in `mine`, without wordless requests: that list already says it. */
  readonly saidOfMine: ReadonlyMap<string, readonly NoticeView[]>
  readonly blocked: readonly TaskView[]
  /** Tasks that failed more than once and are not blocked yet. */
  readonly failing: readonly TaskView[]
  /** All unread notices, oldest first. */
  readonly inbox: Reading<readonly NoticeView[]>
  /** How many tasks need me. It is the same number wherever it is shown. */
  readonly count: number
}

export function useNeeds({ tasks, name }: State): Needs {
  const inbox = useRead<readonly NoticeView[]>(`inbox ${name ?? ""}`, () => readInbox(name), {
    isAbout: ({ type }) => noticed.has(type),
  })
  const needs = useMemo(() => {
    const lists = sortOut(tasks, name)
    const mine = new Set(lists.mine.map(({ id }) => id))
    const said = byTask(inbox.value ?? [])
    const threads = [...said]
      .filter(([task]) => !mine.has(task))
      .map(([task, notices]) => ({ task, notices }))
    const asked = [...said].filter(([task]) => mine.has(task))
    const saidOfMine = new Map(
      asked.map(([task, notices]) => [
        task,
        notices.filter(({ kind, text }) => kind !== "review_requested" || text !== null),
      ]),
    )
    const isUnsaid = ({ id }: TaskView) => !said.has(id)
    const [blocked, failing] = [lists.blocked.filter(isUnsaid), lists.failing.filter(isUnsaid)]
    const count = mine.size + threads.length + blocked.length + failing.length
    return { ...lists, threads, saidOfMine, blocked, failing, count }
  }, [tasks, name, inbox.value])
  return { ...needs, inbox }
}

// --- internal ---

/** Events that may add a notice to an inbox, or remove one. */
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

async function readInbox(name: string | null): Promise<ApiResult<readonly NoticeView[]>> {
  if (name === null) return { value: [], seq: 0 }
  const result = await call("inbox.list", { name, limit: 500 })
  return "refusal" in result ? result : { value: result.value.inbox, seq: result.seq }
}

/** Groups notices by task. The task with the newest notice is last. */
function byTask(notices: readonly NoticeView[]): ReadonlyMap<string, readonly NoticeView[]> {
  const threads = new Map<string, NoticeView[]>()
  for (const notice of notices) {
    const known = threads.get(notice.task) ?? []
    threads.delete(notice.task)
    threads.set(notice.task, [...known, notice])
  }
  return threads
}

function byUrgency(a: TaskView, b: TaskView): number {
  return a.priority.localeCompare(b.priority) || a.updatedAt.localeCompare(b.updatedAt)
}
