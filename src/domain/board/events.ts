import type { Decision, Status } from "../wire/enums.ts"
import type { AgentFields, TaskFields } from "./records.ts"

/**
 * Every fact that can happen, as it stands in the log. Tasks are named by their id (`T-1`), times are
 * milliseconds since 1970, `null` means none. Who did it and when stand beside the events, once per command.
 * The stored form is not the public one: see `public-events.ts`.
 */
export type BoardEvent =
  | { type: "task.created"; task: string; fields: TaskFields; status: Status; reason: string | null }
  | { type: "task.edited"; task: string; changes: Partial<TaskFields> }
  | { type: "task.moved"; task: string; to: Status; reason: string | null; assignee: string | null }
  | { type: "task.deleted"; task: string }
  | { type: "task.commented"; task: string; comment: string; author: string; content: string }
  | {
      type: "task.claimed"
      task: string
      agent: string
      session: string | null
      epoch: number
      until: number | null
      length: number | null
    }
  | {
      type: "task.released"
      task: string
      agent: string
      failed: boolean
      reason: string | null
      attempts: number
      to: "todo" | "blocked"
      backoffUntil: number | null
    }
  | { type: "task.completed"; task: string; agent: string; to: "review" | "done"; summary: string | null }
  | {
      type: "task.reviewed"
      task: string
      review: string
      reviewer: string
      decision: Decision
      comment: string | null
      until: number | null
      length: number | null
    }
  | {
      type: "task.reflected"
      task: string
      reflection: string
      agent: string
      content: string
      counts: boolean
    }
  | { type: "lease.renewed"; task: string; until: number; length: number }
  | { type: "lease.expiring"; task: string; agent: string; until: number }
  | {
      type: "lease.expired"
      task: string
      agent: string
      attempts: number
      to: "todo" | "blocked"
      backoffUntil: number | null
      reason: string | null
    }
  | { type: "lease.revoked"; task: string; agent: string }
  | { type: "leases.extended"; until: number }
  | {
      type: "task.checked"
      task: string
      criterion: string
      /** false: it was checked, and is not any more. */
      checked: boolean
      agent: string
      evidence: string | null
    }
  | { type: "agent.joined"; agent: AgentFields }
  | { type: "agent.deleted"; agent: string }
  | { type: "agent.paused"; agent: string; until: number | null; reason: string | null }
  | { type: "agent.resumed"; agent: string }
  | { type: "inbox.acked"; agent: string; seq: number }
  | { type: "host.joined"; host: string }
  | { type: "team.started" }
  | { type: "team.paused"; until: number | null; reason: string | null }
  | { type: "team.resumed" }

/** What the fold knows of an event beside itself. */
export interface EventMeta {
  readonly seq: number
  readonly at: number
  readonly actor: string
}
