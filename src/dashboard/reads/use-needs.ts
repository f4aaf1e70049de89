import { useMemo } from "preact/hooks"
import type { EventType } from "../../domain/events/index.ts"
import { isSameName } from "../../domain/wire/names.ts"
import { call } from "../api/api.ts"
import type { NoticeView, ApiResult, TaskView } from "../api/types.ts"
import { useTasks } from "./use-counts.ts"
import type { State } from "../state/state.ts"
import { useRead, type Reading } from "./use-read.ts"

/** A task that needs somebody, and the unread notices to me about it, oldest first. */
export interface Need {
  readonly task: TaskView
  readonly notices: readonly NoticeView[]
  /** What was done, where the task waits for a review. It is known whether or not the notice of it was read. */
  readonly summary?: string | null
}

/** What waits for a person, the most urgent first. A task is in one of the lists only; each begins with the newest. */
export interface Needs {
  readonly stuck: readonly Need[]
  /** Tasks in review whose reviewer I am. */
  readonly reviews: readonly Need[]
  /** Tasks on which somebody mentions me. */
  readonly questions: readonly Need[]
  readonly rest: readonly Need[]
  /** Tasks in review for somebody else that are not my own work. I may decide them too; they do not count. */
  readonly others: readonly Need[]
  /** How many tasks need me, as the server counts them; null before it has said so. */
  readonly count: number | null
  /** All unread notices, oldest first. */
  readonly inbox: Reading<readonly NoticeView[]>
}

export function useNeeds({ tasks, name }: State): Needs {
  const list = useTasks(`needs ${name ?? ""}`, { needs: name ?? nobody, sort: "-updated", limit: 500 })
  const inbox = useInbox(name)
  const inReview = useTasks("summaries", {
    status: ["review"],
    sort: "-updated",
    fields: ["id", "summary"],
    limit: 500,
  })
  const lists = useMemo(() => {
    const summaries = new Map(inReview.value?.tasks.map(({ id, summary }) => [id, summary ?? null]))
    return sortOut(list.value?.tasks ?? [], inbox.value ?? [], tasks, name, summaries)
  }, [list.value, inbox.value, inReview.value, tasks, name])
  return { ...lists, count: list.value?.total ?? null, inbox }
}

/** The unread notices to a person. */
export function useInbox(name: string | null): Reading<readonly NoticeView[]> {
  return useRead<readonly NoticeView[]>(`inbox ${name ?? ""}`, () => readInbox(name), {
    isAbout: ({ type }) => noticed.has(type),
  })
}

// --- internal ---

/** No agent can have this name, so nothing is asked of it. */
const nobody = "anonymous"

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
  listed: readonly TaskView[],
  inbox: readonly NoticeView[],
  tasks: State["tasks"],
  name: string | null,
  summaries: ReadonlyMap<string, string | null>,
): Omit<Needs, "count" | "inbox"> {
  const said = Map.groupBy(inbox, ({ task }) => task)
  const isMe = (other: string | null) => isSameName(other, name)
  const summaryOf = ({ id, status }: TaskView) => (status === "review" ? (summaries.get(id) ?? null) : null)
  const needs = listed
    .map((task): Need => ({ task, notices: said.get(task.id) ?? [], summary: summaryOf(task) }))
    .sort(byNewest)
  const isReview = ({ task: { status, reviewer } }: Need) => status === "review" && isMe(reviewer)
  const isQuestion = ({ notices }: Need) =>
    notices.some(({ kind }) => kind === "mention" || kind === "comment")
  const groups = Map.groupBy(needs, (need) => {
    if (need.task.stuck) return "stuck"
    return isReview(need) ? "reviews" : isQuestion(need) ? "questions" : "rest"
  })
  const listedIds = new Set(listed.map(({ id }) => id))
  const isOther = ({ id, status, reviewer, assignee }: TaskView) =>
    status === "review" && !isMe(reviewer) && !isMe(assignee) && !listedIds.has(id)
  return {
    stuck: groups.get("stuck") ?? [],
    reviews: groups.get("reviews") ?? [],
    questions: groups.get("questions") ?? [],
    rest: groups.get("rest") ?? [],
    others: [...tasks.values()]
      .filter(isOther)
      .map((task) => ({ task, notices: [], summary: summaryOf(task) }))
      .sort(byNewest),
  }
}

async function readInbox(name: string | null): Promise<ApiResult<readonly NoticeView[]>> {
  if (name === null) return { value: [], seq: 0 }
  const result = await call("inbox.list", { name, limit: 500 })
  return "refusal" in result ? result : { value: result.value.inbox, seq: result.seq }
}

function byNewest(a: Need, b: Need): number {
  return timeOf(b).localeCompare(timeOf(a))
}

/** When the task was changed, or something was said of it, whichever is later. */
function timeOf({ task, notices }: Need): string {
  const said = notices.at(-1)?.at ?? ""
  return said > task.updatedAt ? said : task.updatedAt
}
