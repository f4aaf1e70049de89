import type { BoardEvent, EventMeta } from "../board/events.ts"
import { iso } from "../wire/time.ts"

/** An event as clients see it; the stored form is never shown. */
export interface PublicEvent {
  readonly seq: number
  readonly type: PublicType
  /** ISO 8601. */
  readonly at: string
  readonly actor: string
  /** The task it is about, if it is about one. */
  readonly task?: string
  readonly data: Readonly<Record<string, unknown>>
}

export type PublicType = BoardEvent["type"]

/** Every public event, and what its `data` holds. The stored form may hold more, and may change; this may not. */
export const publicEvents: Readonly<Record<PublicType, { summary: string; data: string }>> = {
  "task.created": { summary: "A task was created", data: "title, status, assignee, priority, project" },
  "task.edited": { summary: "Fields of a task were changed", data: "fields: their names" },
  "task.moved": { summary: "A task was moved to another status by hand", data: "to, reason, assignee" },
  "task.deleted": { summary: "A task was deleted", data: "" },
  "task.commented": { summary: "A comment was posted", data: "comment, author" },
  "task.claimed": { summary: "An agent took a task", data: "agent, epoch, expiresAt" },
  "task.released": { summary: "A task was given back", data: "agent, to, failed, reason, attempts" },
  "task.completed": { summary: "Work was finished", data: "agent, to" },
  "task.reviewed": { summary: "A review was decided", data: "reviewer, decision" },
  "task.reflected": { summary: "A reflection was posted", data: "reflection, agent" },
  "lease.renewed": { summary: "A lease was renewed", data: "expiresAt" },
  "lease.expiring": {
    summary: "Four fifths of a lease have passed without a sign of life",
    data: "agent, expiresAt",
  },
  "lease.expired": {
    summary: "A lease ran out, and the task went back",
    data: "agent, to, attempts, reason",
  },
  "lease.revoked": { summary: "A lease was ended by somebody else", data: "agent" },
  "leases.extended": { summary: "The server was away, so every lease got at least this long", data: "until" },
  "task.checked": {
    summary: "A criterion of done was checked off, or was not met after all",
    data: "criterion, checked, agent, evidence",
  },
  "agent.joined": { summary: "An agent was seen for the first time, or described", data: "agent, role" },
  "agent.deleted": { summary: "An agent was taken off the list", data: "agent" },
  "agent.paused": { summary: "An agent is offered nothing for a while", data: "agent, until, reason" },
  "agent.resumed": { summary: "A paused agent is offered work again", data: "agent" },
  "inbox.acked": { summary: "An agent has read its inbox up to a seq", data: "agent, upTo" },
  "host.joined": { summary: "A host was seen for the first time", data: "host" },
  "team.started": { summary: "The starter team was seeded", data: "" },
  "team.paused": { summary: "Nobody is offered anything for a while", data: "until, reason" },
  "team.resumed": { summary: "The paused team is offered work again", data: "" },
}

export function toPublicEvent(event: BoardEvent, { seq, at, actor }: EventMeta): PublicEvent {
  return {
    seq,
    type: event.type,
    at: iso(at),
    actor,
    ...("task" in event && { task: event.task }),
    data: dataOf(event),
  }
}

// --- internal ---

function dataOf(event: BoardEvent): Record<string, unknown> {
  switch (event.type) {
    case "task.created": {
      const { title, assignee, priority, project } = event.fields
      return { title, status: event.status, assignee: assignee ?? "unassigned", priority, project }
    }
    case "task.edited":
      return { fields: Object.keys(event.changes) }
    case "task.moved":
      return { to: event.to, reason: event.reason, assignee: event.assignee ?? "unassigned" }
    case "task.deleted":
    case "team.started":
    case "team.resumed":
      return {}
    case "team.paused":
      return { until: iso(event.until), reason: event.reason }
    case "task.commented":
      return { comment: event.comment, author: event.author }
    case "task.claimed":
      return { agent: event.agent, epoch: event.epoch, expiresAt: iso(event.until) }
    case "task.released":
      return {
        agent: event.agent,
        to: event.to,
        failed: event.failed,
        reason: event.reason,
        attempts: event.attempts,
      }
    case "task.completed":
      return { agent: event.agent, to: event.to }
    case "task.reviewed":
      return { reviewer: event.reviewer, decision: event.decision }
    case "task.reflected":
      return { reflection: event.reflection, agent: event.agent }
    case "lease.renewed":
      return { expiresAt: iso(event.until) }
    case "lease.expiring":
      return { agent: event.agent, expiresAt: iso(event.until) }
    case "lease.expired":
      return { agent: event.agent, to: event.to, attempts: event.attempts, reason: event.reason }
    case "lease.revoked":
      return { agent: event.agent }
    case "leases.extended":
      return { until: iso(event.until) }
    case "task.checked": {
      const { criterion, checked, agent, evidence } = event
      return { criterion, checked, agent, evidence }
    }
    case "agent.deleted":
    case "agent.resumed":
      return { agent: event.agent }
    case "agent.paused":
      return { agent: event.agent, until: iso(event.until), reason: event.reason }
    case "inbox.acked":
      return { agent: event.agent, upTo: event.seq }
    case "agent.joined":
      return { agent: event.agent.name, role: event.agent.role }
    case "host.joined":
      return { host: event.host }
  }
}
