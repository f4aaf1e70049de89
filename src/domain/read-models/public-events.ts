import type { BoardEvent, EventMeta } from "../board/events.ts"
import { firstLine } from "../wire/excerpt.ts"
import { sayResult } from "../board/proof.ts"
import { shownName } from "../wire/record-names.ts"
import { iso } from "../wire/time.ts"

/** An event as clients see it. Its stored form is never shown. */
export interface PublicEvent {
  readonly seq: number
  readonly type: PublicType
  /** ISO 8601. */
  readonly at: string
  readonly actor: string
  /** The account that it came by, where there is one. */
  readonly via?: string
  /** The id of the task that the event is about, if there is one. */
  readonly task?: string
  readonly data: Readonly<Record<string, unknown>>
}

export type PublicType = BoardEvent["type"]

export function toPublicEvent(event: BoardEvent, { seq, at, actor, via }: EventMeta): PublicEvent {
  return {
    seq,
    type: event.type,
    at: iso(at),
    actor,
    ...(via !== undefined && { via }),
    ...("task" in event && { task: event.task }),
    data: dataOf(event),
  }
}

// --- internal ---

function dataOf(event: BoardEvent): Record<string, unknown> {
  switch (event.type) {
    case "task.created": {
      const { title, assignee, priority, project, parent = null, discoveredFrom = null } = event.fields
      const { status } = event
      return { title, status, assignee: assignee ?? "unassigned", priority, project, parent, discoveredFrom }
    }
    case "task.edited":
      return { fields: shownNames(event.changes) }
    case "task.moved":
      return { to: event.to, reason: event.reason, assignee: event.assignee ?? "unassigned" }
    case "task.deleted":
    case "task.retried":
    case "team.started":
    case "team.resumed":
      return {}
    case "team.paused":
      return { until: iso(event.until), reason: event.reason }
    case "task.restored":
      return { dropped: event.dropped }
    case "task.put_back":
      return { fields: shownNames(event.fields) }
    case "commands.undone":
    case "commands.redone":
      return { commands: event.commands }
    case "inbox.put_back":
      return { agent: event.agent, count: event.notices.length }
    case "trash.emptied":
      return { tasks: event.tasks }
    case "task.commented":
      return commented(event)
    case "task.claimed":
      return { agent: event.agent, epoch: event.epoch, expiresAt: iso(event.until) }
    case "task.released":
      return {
        agent: event.agent,
        to: event.to,
        failed: event.failed,
        reason: event.reason,
        attempts: event.attempts,
        ...(event.assignee !== undefined && { assignee: event.assignee }),
      }
    case "task.completed":
      return { agent: event.agent, to: event.to }
    case "task.reviewed":
      return reviewOf(event)
    case "task.reflected":
      return { reflection: event.reflection, agent: event.agent }
    case "lease.renewed":
      return { expiresAt: iso(event.until) }
    case "lease.expiring":
      return { agent: event.agent, expiresAt: iso(event.until) }
    case "lease.expired": {
      const { agent, to, attempts, expiries, reason } = event
      return { agent, to, attempts, expiries, reason }
    }
    case "leases.extended":
      return { until: iso(event.until) }
    case "task.checked": {
      const { criterion, checked, agent, evidence } = event
      return { criterion, checked, agent, evidence }
    }
    case "lease.revoked":
    case "agent.deleted":
    case "agent.resumed":
      return { agent: event.agent }
    case "agent.paused":
      return { agent: event.agent, until: iso(event.until), reason: event.reason }
    case "inbox.acked":
      return { agent: event.agent, upTo: event.seq, ...(event.about !== undefined && { about: event.about }) }
    case "agent.joined":
      return { agent: event.agent.name, role: event.agent.role }
    case "host.joined":
      return { host: event.host }
    default:
      return dataOfRest(event)
  }
}

function shownNames(fields: object): string[] {
  return Object.keys(fields).map(shownName)
}

type OfRest = Extract<
  BoardEvent,
  {
    type: `${"attachment" | "check" | "work" | "resource" | "account" | "token" | "access" | "board" | "import"}.${string}`
  }
>

function reviewOf({ reviewer, decision, by, after }: BoardEvent & { type: "task.reviewed" }) {
  const { to, attempts } = after ?? {}
  return { reviewer, decision, ...(by !== undefined && { by }), ...(after && { to, attempts }) }
}

function dataOfRest(event: OfRest): Record<string, unknown> {
  switch (event.type) {
    case "check.reported": {
      const { check, status, exitCode, durationMs, tree, commit } = event.result
      const { by, epoch } = event
      const summary = sayResult(event.result)
      return { check, status, exitCode, durationMs, by, epoch, tree, commit, summary }
    }
    case "attachment.added": {
      const { attachment, by, file } = event
      return { attachment, by, ...file }
    }
    case "attachment.removed":
      return { attachment: event.attachment, name: event.name }
    case "work.reported": {
      const { agent, epoch, work } = event
      return { agent, epoch, ...work }
    }
    case "work.landed":
      return { epoch: event.epoch, base: event.base, commit: event.commit, by: event.by }
    case "work.freed":
      return { resources: event.resources }
    case "resource.declared":
      return { resource: event.resource, capacity: event.capacity }
    case "resource.closed":
      return { resource: event.resource, until: iso(event.until), reason: event.reason }
    case "resource.opened":
      return { resource: event.resource }

    case "import.begun":
      return { import: event.import, kind: event.kind, name: event.name }
    case "board.imported":
      return { import: event.import, count: event.tasks.length + event.changes.length }
    case "import.ended":
    case "import.aborted":
    case "import.taken_back":
      return { import: event.import }

    case "account.created":
      return { account: event.account, role: event.fields.role, agent: event.fields.agent }
    case "account.edited":
      return { account: event.account, fields: Object.keys(event.changes) }
    case "account.deleted":
      return { account: event.account }
    case "token.created":
      return { token: event.token, account: event.account, expiresAt: iso(event.until) }
    case "token.replaced":
      return { token: event.token, expiresAt: iso(event.until) }
    case "token.revoked":
      return { token: event.token }
    case "board.restored":
      return { backupAt: iso(event.backupAt), keepsTokens: event.keepsTokens }
    case "access.required":
    case "access.lifted":
      return {}
  }
}

function commented({ comment, author, content, place }: BoardEvent & { type: "task.commented" }) {
  return { comment, author, line: firstLine(content), ...(place && { place }) }
}
