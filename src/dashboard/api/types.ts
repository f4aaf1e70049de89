import type { InputOf, OutputOf } from "../../client/contract.ts"
import type { Facts, Issue, Problem } from "../../errors.ts"
import type { AgentView } from "../../domain/wire/agents/agent-schemas.ts"

export type { AgentView }
export type { AccountView, TokenView } from "../../domain/wire/access/access-schemas.ts"
export type { Priority, Status } from "../../domain/wire/enums.ts"
export type { ResourceView } from "../../domain/wire/resources/resource-schemas.ts"
export type { StatsView } from "../../domain/wire/stats-schema.ts"
export type { AttemptView, HistoryEntry } from "../../domain/wire/tasks/history-schemas.ts"
export type { NowView } from "../../domain/wire/tasks/now-schema.ts"
export type { CommentView, TaskView } from "../../domain/wire/tasks/view-schemas.ts"
export type { NeedView } from "../../domain/wire/tasks/needs-schema.ts"
export type HostView = OutputOf<"host.list">["hosts"][number]
export type ListOfNeeds = OutputOf<"needs.list">
export type NoticeView = OutputOf<"inbox.list">["inbox"][number]
/** What was learned, by whom, and in which task. */
export type Lesson = OutputOf<"reflection.list">["reflections"][number]
/** A claim of a task whose output is kept. */
export type KeptRun = OutputOf<"task.output">["kept"][number]
/** The server of the board that keeps an output. */
export type OutputServer = NonNullable<OutputOf<"task.output">["elsewhere"]>
/** What happened to a task before. */
export type ShownCheck = NonNullable<OutputOf<"task.read">["checks"]>[number]
export type HandoffView = NonNullable<OutputOf<"task.read">["handoff"]>
/** Who one is to a board that asks. */
export type AccessView = OutputOf<"access.read">["access"]
/** Why the page asks for a token: it has none yet, or the one it had is no longer good. */
export type Locked = "new" | "ended"
export type NewTask = InputOf<"task.create">
/** What a person may change here. */
export type Changes = Omit<
  InputOf<"task.edit">,
  "id" | "metadata" | "session" | "leaseToken" | "heard" | "comment" | "criteria"
>
export type PauseView = NonNullable<AgentView["paused"]>

/** Why something was not done: what the server says, or what the page says where no answer came. */
export interface Refusal {
  readonly code: Problem["code"] | "offline" | "not_ours"
  readonly status: number
  readonly title: string
  readonly detail: string
  readonly facts?: Facts
  readonly errors?: readonly Issue[]
}

/**
 * `seq` is the last event that the answer reflects; `at`, of an answer that shows the past, the time of it; `command`, of
 * a write that can be taken back, what names it to an undo.
 */
export type ApiResult<T> =
  | { readonly value: T; readonly seq: number; readonly at?: string; readonly command?: number }
  | { readonly refusal: Refusal }

export type Page<K extends string, T> = { readonly [key in K]: readonly T[] } & {
  readonly next: string | null
  readonly total: number
}

export interface PageSizes {
  /** Rows of the first page, which somebody waits for, and of the following ones. */
  readonly first?: number
  readonly rest?: number
}
