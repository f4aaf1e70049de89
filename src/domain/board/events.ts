import * as z from "zod"
import { decisions, statuses } from "../wire/enums.ts"
import { checkReported } from "./check-fields.ts"
import { importEvents } from "./import-fields.ts"
import {
  accountChanges,
  accountFields,
  agentFields,
  droppedEdge,
  fileFields,
  id,
  ids,
  notice,
  number,
  offer,
  place,
  taskChanges,
  taskFields,
  taskState,
  text,
  textOrNull,
  texts,
  time,
  timeOrNull,
} from "./event-fields.ts"
import { resourceEvents } from "./resource-events.ts"
import { afterFailedLanding, byLand, landingConflict, workEvents } from "./work-fields.ts"

/**
 * Every fact that can happen, as it stands in the log: one schema for each kind. Tasks are named by their id
 * (`T-1`), times are milliseconds since 1970, `null` means none. The actor and the time stand beside the events, once
 * for each command. The stored form is not the public one: see `public-events.ts`.
 *
 * A kind whose form changes gets `v: z.literal(2)`, and a step in `upcast.ts` that makes the new form of the old.
 */

const task = id
const numbers = z.array(number).readonly()

export type TaskFields = Readonly<z.infer<typeof taskFields>>
export type TaskChanges = Readonly<z.infer<typeof taskChanges>>
export type AgentFields = Readonly<z.infer<typeof agentFields>>
export type AccountFields = Readonly<z.infer<typeof accountFields>>
export type FileFields = Readonly<z.infer<typeof fileFields>>
export type DroppedEdge = Readonly<z.infer<typeof droppedEdge>>

export const boardEvent = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("task.created"),
    task,
    fields: taskFields,
    status: z.enum(statuses),
    reason: textOrNull,
  }),
  z.strictObject({ type: z.literal("task.edited"), task, changes: taskChanges }),
  z.strictObject({
    type: z.literal("task.moved"),
    task,
    to: z.enum(statuses),
    reason: textOrNull,
    assignee: textOrNull,
    /** Who gets a notice of it: see `tells.ts`. */
    tells: texts.exactOptional(),
  }),
  /** Until `until` it can be restored. Older events have none: what such a task was, is gone at once. */
  z.strictObject({ type: z.literal("task.deleted"), task, until: time.exactOptional() }),
  z.strictObject({
    type: z.literal("task.restored"),
    task,
    /** The edges that it lost: `of` named `to`. Those of other tasks are edited in the same command. */
    dropped: z.array(droppedEdge).readonly(),
  }),
  /** A command was taken back, so these fields have the values of before it. */
  z.strictObject({
    type: z.literal("task.put_back"),
    task,
    fields: taskState,
    /** To the agent whose lease the command had ended. */
    offer: offer.exactOptional(),
  }),
  /** The commands, by the seq of their first event, that the rest of this command takes back. */
  z.strictObject({ type: z.literal("commands.undone"), commands: numbers }),
  /** The undos that the rest of this command takes back. */
  z.strictObject({ type: z.literal("commands.redone"), commands: numbers }),
  /** Tasks that were in the trash long enough. */
  z.strictObject({ type: z.literal("trash.emptied"), tasks: ids }),
  z.strictObject({
    type: z.literal("task.commented"),
    task,
    comment: id,
    author: text,
    content: text,
    /** Who gets a notice of it without being mentioned: see `tells.ts`. */
    tells: texts.exactOptional(),
    /** The line of the change that it is about. */
    place: place.exactOptional(),
  }),
  /** The bytes of a file are durable, and the task has it. */
  z.strictObject({
    type: z.literal("attachment.added"),
    task,
    attachment: id,
    by: text,
    file: fileFields,
    /** When it was first added, where an undo brings it back. */
    since: time.exactOptional(),
  }),
  z.strictObject({ type: z.literal("attachment.removed"), task, attachment: id, name: text }),
  z.strictObject({
    type: z.literal("task.claimed"),
    task,
    agent: text,
    session: textOrNull,
    epoch: number,
    until: timeOrNull,
    length: timeOrNull,
    /** When it was claimed before, where another process of the same name may be at work on it: see `claim.ts`. */
    claimedBefore: time.exactOptional(),
    finishedBy: z.literal("worker").exactOptional(),
  }),
  z.strictObject({
    type: z.literal("task.released"),
    task,
    agent: text,
    failed: z.boolean(),
    reason: textOrNull,
    attempts: number,
    to: z.enum(["todo", "blocked"]),
    backoffUntil: timeOrNull,
    /** The next one of its escalation. */
    assignee: text.exactOptional(),
    /** Until then it is not offered to this agent, which met a limit. */
    restsUntil: time.exactOptional(),
  }),
  /** The rest after a failed attempt was ended. */
  z.strictObject({ type: z.literal("task.retried"), task }),
  z.strictObject({
    type: z.literal("task.completed"),
    task,
    agent: text,
    to: z.enum(["review", "done"]),
    summary: textOrNull,
    /** The files as they were then. */
    tree: text.exactOptional(),
  }),
  z.strictObject({
    type: z.literal("task.reviewed"),
    task,
    review: id,
    reviewer: text,
    decision: z.enum(decisions),
    comment: textOrNull,
    /** The comments on lines that a request for changes gathers. */
    lines: texts.exactOptional(),
    until: timeOrNull,
    length: timeOrNull,
    by: byLand.exactOptional(),
    after: afterFailedLanding.exactOptional(),
    conflict: landingConflict.exactOptional(),
  }),
  z.strictObject({
    type: z.literal("task.reflected"),
    task,
    reflection: id,
    agent: text,
    content: text,
    /** true: the one who does the work posted it, so it counts as the reflection on this attempt. */
    counts: z.boolean(),
  }),
  z.strictObject({ type: z.literal("lease.renewed"), task, until: timeOrNull, length: timeOrNull }),
  z.strictObject({ type: z.literal("lease.expiring"), task, agent: text, until: time }),
  z.strictObject({
    type: z.literal("lease.expired"),
    /** In the first form the end of a lease counted as a failed attempt, and there were no `expiries`. */
    v: z.literal(2),
    task,
    agent: text,
    attempts: number,
    expiries: number,
    to: z.enum(["todo", "blocked"]),
    backoffUntil: timeOrNull,
    reason: textOrNull,
    /** Whose it stays: it was offered to them, and they could not begin it since something was taken. */
    assignee: text.exactOptional(),
  }),
  z.strictObject({ type: z.literal("lease.revoked"), task, agent: text }),
  z.strictObject({ type: z.literal("leases.extended"), until: time }),
  z.strictObject({
    type: z.literal("task.checked"),
    task,
    criterion: text,
    /** false: the check was taken back. */
    checked: z.boolean(),
    agent: text,
    evidence: textOrNull,
  }),
  checkReported,
  z.strictObject({ type: z.literal("agent.joined"), agent: agentFields }),
  z.strictObject({ type: z.literal("agent.deleted"), agent: text }),
  z.strictObject({ type: z.literal("agent.paused"), agent: text, until: timeOrNull, reason: textOrNull }),
  z.strictObject({ type: z.literal("agent.resumed"), agent: text }),
  // Not `task`: the history of a task does not tell who has read of it.
  z.strictObject({ type: z.literal("inbox.acked"), agent: text, seq: number, about: text.optional() }),
  z.strictObject({ type: z.literal("inbox.put_back"), agent: text, notices: z.array(notice).readonly() }),
  z.strictObject({ type: z.literal("host.joined"), host: text }),
  z.strictObject({ type: z.literal("team.started") }),
  z.strictObject({ type: z.literal("team.paused"), until: timeOrNull, reason: textOrNull }),
  z.strictObject({ type: z.literal("team.resumed") }),
  ...resourceEvents,
  z.strictObject({ type: z.literal("account.created"), account: text, fields: accountFields }),
  z.strictObject({ type: z.literal("account.edited"), account: text, changes: accountChanges }),
  /** Its tokens end with it. */
  z.strictObject({ type: z.literal("account.deleted"), account: text }),
  /** `hash` is the SHA-256 of the token, in hex. The token itself is shown once and kept nowhere. */
  z.strictObject({
    type: z.literal("token.created"),
    token: id,
    account: text,
    hash: text,
    until: timeOrNull,
  }),
  /** A token that another one replaces, and that is good for a while longer. */
  z.strictObject({ type: z.literal("token.replaced"), token: id, until: time }),
  z.strictObject({ type: z.literal("token.revoked"), token: id }),
  /** From now on the board asks who is there. */
  z.strictObject({ type: z.literal("access.required") }),
  z.strictObject({ type: z.literal("access.lifted") }),
  ...workEvents,
  ...importEvents,
  /** The board goes on in another home, as a backup held it. Its command gives it a new id. */
  z.strictObject({
    type: z.literal("board.restored"),
    /** When the backup was made. */
    backupAt: time,
    /** false: the tokens made before do not hold any more. */
    keepsTokens: z.boolean(),
  }),
])
export type BoardEvent = z.infer<typeof boardEvent>

/** What is known of an event beside the event itself. */
export interface EventMeta {
  readonly seq: number
  readonly at: number
  readonly actor: string
  /** The account that it came by, on a board that asks who is there. */
  readonly via?: string | undefined
}
