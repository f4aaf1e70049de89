import * as z from "zod"
import { roles } from "./access.ts"
import { checkStatuses } from "./check-states.ts"
import { decisions } from "./enums.ts"
import { importKinds } from "./import-form.ts"
import { PlaceView } from "./place-schemas.ts"
import { Status } from "./schemas.ts"
import { DroppedEdge } from "./trash-schema.ts"
import { isoTime, Priority } from "./field-views.ts"
import { shownWork } from "./work-schemas.ts"

/** The fields in `data` of each public event. They must not change; the stored form may hold more and may change. */

const text = z.string()
const textOrNull = z.string().nullable()
const timeOrNull = isoTime.nullable()
const back = z.enum(["todo", "blocked"])

/** Every public event: what happened, and what its `data` holds. */
export const publicEvents = {
  "task.created": onTask("A task was created", {
    title: text,
    status: Status,
    assignee: text,
    priority: Priority,
    project: text,
    parent: textOrNull,
    discoveredFrom: textOrNull,
  }),
  "task.edited": onTask("Fields of a task were changed", { fields: z.array(text).describe("their names") }),
  "task.moved": onTask("A task was moved to another status by hand", {
    to: Status,
    reason: textOrNull,
    assignee: text,
  }),
  "task.deleted": onTask("A task was deleted", {}),
  "task.restored": onTask("A task that was deleted came back", {
    dropped: z.array(DroppedEdge).describe("the edges that are not there any more"),
  }),
  "task.put_back": onTask("Fields of a task got back what they held before something that was undone", {
    fields: z.array(text).describe("their names"),
  }),
  "commands.undone": onBoard("What was done was taken back", {
    commands: z.array(z.int()).describe("the seq of the first event of each"),
  }),
  "commands.redone": onBoard("An undo was taken back", { commands: z.array(z.int()) }),
  "inbox.put_back": onBoard("Notices that were marked as read are unread again", {
    agent: text,
    count: z.int(),
  }),
  "trash.emptied": onBoard(
    "Tasks in the trash are gone for good: 30 days after they were deleted, or at once",
    {
      tasks: z.array(text),
    },
  ),
  "task.commented": onTask("A comment was posted", {
    comment: text,
    author: text,
    line: text.describe(
      "its first line in the words of its writer, behind what it quotes, at most 200 characters",
    ),
    place: PlaceView.optional(),
  }),
  "attachment.added": onTask("A file was attached to a task", {
    attachment: text.describe("its id"),
    by: text,
    name: text,
    size: z.int().describe("in bytes"),
    type: text.describe("its media type"),
    sha256: text,
  }),
  "attachment.removed": onTask("A file was removed from a task", { attachment: text, name: text }),
  "task.claimed": onTask("An agent took a task", { agent: text, epoch: z.int(), expiresAt: timeOrNull }),
  "task.released": onTask("A task was given back", {
    agent: text,
    to: back,
    failed: z.boolean(),
    reason: textOrNull,
    attempts: z.int(),
    assignee: text.optional().describe("the next one of its escalation"),
  }),
  "task.retried": onTask("The rest of a task after a failed attempt was ended", {}),
  "task.completed": onTask("Work was finished", { agent: text, to: z.enum(["review", "done"]) }),
  "task.reviewed": onTask("A review was decided", {
    reviewer: text,
    decision: z.enum(decisions),
    by: z.literal("land").optional().describe("no decision: finished work could not land"),
    to: back.optional().describe("where it went, since it could not land"),
    attempts: z.int().optional().describe("failed attempts, with this landing"),
  }),
  "task.reflected": onTask("A reflection was posted", { reflection: text, agent: text }),
  "lease.renewed": onTask("A lease was renewed", { expiresAt: timeOrNull }),
  "lease.expiring": onTask("Four fifths of a lease have passed without a sign of life", {
    agent: text,
    expiresAt: isoTime,
  }),
  "lease.expired": onTask("A lease ran out, and the task went back", {
    agent: text,
    to: back,
    attempts: z.int(),
    expiries: z.int(),
    reason: textOrNull,
  }),
  "lease.revoked": onTask("A lease was ended by somebody else", { agent: text }),
  "leases.extended": onBoard("The server was away, so every lease got at least this long", {
    until: isoTime,
  }),
  "task.checked": onTask("A completion criterion was checked off, or the check was taken back", {
    criterion: text,
    checked: z.boolean(),
    agent: text,
    evidence: textOrNull,
  }),
  "check.reported": onTask("A check of a task was run", {
    check: text.describe("its name"),
    status: z.enum(checkStatuses),
    exitCode: z.int().nullable(),
    durationMs: z.int(),
    by: text,
    epoch: z.int(),
    tree: textOrNull,
    commit: textOrNull,
    summary: text.describe("in words, such as `test · exit 0 · 41 s · a1b2c3d`"),
  }),
  "agent.joined": onBoard("An agent was seen for the first time, or described", {
    agent: text,
    role: textOrNull,
  }),
  "agent.deleted": onBoard("An agent was taken off the list", { agent: text }),
  "agent.paused": onBoard("An agent is offered nothing for a while", {
    agent: text,
    until: timeOrNull,
    reason: textOrNull,
  }),
  "agent.resumed": onBoard("A paused agent is offered work again", { agent: text }),
  "inbox.acked": onBoard("An agent has read its inbox up to a seq", {
    agent: text,
    upTo: z.int(),
    about: text.optional().describe("only the notices about this task"),
  }),
  "host.joined": onBoard("A host was seen for the first time", { host: text }),
  "team.started": onBoard("The starter team was seeded", {}),
  "team.paused": onBoard("Nobody is offered anything for a while", {
    until: timeOrNull,
    reason: textOrNull,
  }),
  "team.resumed": onBoard("The paused team is offered work again", {}),
  "work.reported": onTask("An attempt said what it has left in a repository", {
    agent: text,
    epoch: z.int(),
    ...shownWork,
    patch: z.object({ id: text, sha256: text }).nullable().optional(),
    toLand: z.boolean().optional().describe("the tasks that it blocks wait until it has landed"),
  }),
  "work.landed": onTask("Finished work is in its base", {
    epoch: z.int(),
    base: text,
    commit: textOrNull.describe("null: the base held all of it already, or it landed by other means"),
    by: z.literal("land"),
  }),
  "work.freed": onTask("Others may begin in places that work keeps which has not landed", {
    resources: z.array(text),
  }),
  "resource.declared": onBoard("It was said how many tasks may hold a resource at once", {
    resource: text,
    capacity: z.int().nullable().describe("null: it is not declared any more"),
  }),
  "resource.closed": onBoard("Nobody begins what needs this resource for a while", {
    resource: text,
    until: timeOrNull,
    reason: textOrNull,
  }),
  "resource.opened": onBoard("A closed resource may be used again", { resource: text }),
  "import.begun": onBoard("Tasks of another tool begin to come in; none of them is ready until the end", {
    import: text,
    kind: z.enum(importKinds),
    name: text.describe("of what is brought in, such as the name of the file"),
  }),
  "board.imported": onBoard("A part of an import has come in", {
    import: text,
    count: z.int().describe("how many tasks it added or changed"),
  }),
  "import.ended": onBoard("All tasks of an import are there", { import: text }),
  "import.aborted": onBoard("An import was given up, and what it had added is in the trash", {
    import: text,
  }),
  "import.taken_back": onBoard("An import was undone, and what it had added is in the trash", {
    import: text,
  }),
  "account.created": onBoard("An account was created", {
    account: text,
    role: z.enum(roles),
    agent: textOrNull,
  }),
  "account.edited": onBoard("Fields of an account were changed", {
    account: text,
    fields: z.array(text).describe("their names"),
  }),
  "account.deleted": onBoard("An account was deleted, and its tokens ended", { account: text }),
  "token.created": onBoard("An account got a token", { token: text, account: text, expiresAt: timeOrNull }),
  "token.replaced": onBoard("A token was replaced, and ends soon", { token: text, expiresAt: isoTime }),
  "token.revoked": onBoard("A token was revoked", { token: text }),
  "access.required": onBoard("From now on the board asks who is there", {}),
  "access.lifted": onBoard("From now on the board asks nobody", {}),
  "board.restored": onBoard("The board goes on from a backup, with a new id", {
    backupAt: isoTime.describe("when the backup was made"),
    keepsTokens: z.boolean().describe("false: the tokens made before do not hold any more"),
  }),
} as const

/** One schema for each public event, told apart by `type`. */
export const EventView = z
  .union(Object.entries(publicEvents).map(([type, event]) => toSchema(type, event)))
  .meta({ id: "Event", description: "Something that happened" })

// --- internal ---

interface PublicEventKind {
  readonly summary: string
  readonly data: z.ZodObject
  /** Whether the event is about one task, and so names it. */
  readonly hasTask: boolean
}

function onTask(summary: string, data: z.ZodRawShape): PublicEventKind {
  return { summary, data: z.object(data), hasTask: true }
}

function onBoard(summary: string, data: z.ZodRawShape): PublicEventKind {
  return { summary, data: z.object(data), hasTask: false }
}

/** `task.created` becomes the schema `TaskCreatedEvent`. */
function toSchema(type: string, { summary, data, hasTask }: PublicEventKind) {
  const words = type.split(".").map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return z
    .object({
      seq: z.int().describe("its place in the log"),
      type: z.literal(type),
      at: isoTime,
      actor: text.describe("who did it"),
      via: text.optional().describe("the account that it came by"),
      ...(hasTask && { task: text.describe("the task it is about") }),
      data,
    })
    .meta({ id: `${words.join("")}Event`, description: summary })
}
