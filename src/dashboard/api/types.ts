import type { Issue, Problem } from "../../errors.ts"
import type { viewHost, viewNotice } from "../../domain/read-models/agent-view.ts"
import type { StatsView } from "../../domain/wire/stats-schema.ts"
import type { AttemptView, HistoryEntry } from "../../domain/wire/history-schemas.ts"
import type { AgentView, CommentView, TaskView } from "../../domain/wire/view-schemas.ts"

export type { AgentView, AttemptView, CommentView, HistoryEntry, TaskView }
export type Host = ReturnType<typeof viewHost>
export type Notice = ReturnType<typeof viewNotice>
export type Stats = StatsView
export type Pause = NonNullable<AgentView["paused"]>
export type Status = TaskView["status"]
export type Priority = TaskView["priority"]

/** Why something was not done: the server's problem document, or our own words where no answer came. */
export interface Refusal {
  readonly code: Problem["code"] | "offline" | "not_ours"
  readonly status: number
  readonly title: string
  readonly detail: string
  readonly hint: string
  readonly errors?: readonly Issue[]
}

/** `seq` is the last event that the answer reflects. */
export type Result<T> = { readonly value: T; readonly seq: number } | { readonly refusal: Refusal }

export interface Health {
  readonly status: string
  readonly [more: string]: unknown
}

export interface NewTask {
  readonly title: string
  readonly description?: string
  readonly assignee?: string
  readonly reviewer?: string
  readonly priority?: Priority
  readonly project?: string
  readonly tags?: readonly string[]
  readonly done_criteria?: readonly string[]
  readonly eta?: string
}

/** What a PATCH from here may touch; null empties a field. */
export interface Changes {
  readonly status?: Status
  readonly reason?: string
  readonly reflection?: string
  readonly title?: string
  readonly description?: string | null
  readonly assignee?: string
  readonly reviewer?: string | null
  readonly priority?: Priority
  readonly project?: string | null
  readonly tags?: readonly string[]
  readonly eta?: string | null
  readonly dueAt?: string | null
  readonly notBefore?: string | null
  readonly blockedBy?: readonly string[]
  readonly done_criteria?: readonly string[]
}

/** What was learned, by whom, and in which task. */
export interface Lesson {
  readonly id: string
  readonly taskId: string
  readonly agent: string
  readonly content: string
  readonly createdAt: string
  /** Of its task; null where that is gone. */
  readonly title?: string | null
}

export type Page<K extends string, T> = { readonly [key in K]: readonly T[] } & {
  readonly next: string | null
  readonly total: number
}

export interface PageSizes {
  /** Rows of the first page, which somebody waits for, and of the following ones. */
  readonly first?: number
  readonly rest?: number
}
