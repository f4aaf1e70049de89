import type { EventType } from "../../domain/events/index.ts"
import type { OutputOf } from "../../client/contract.ts"
import type { Refusal } from "../api/types.ts"
import { type Doing, eventWords } from "./event-words.ts"
import { fieldName } from "./field-names.ts"
import { byName } from "./format.ts"
import { sayRefusal } from "./refusals.ts"

/** What somebody did, and what can be taken back of it. */
export type KnownCommand = OutputOf<"command.list">["commands"][number]
type LostLink = OutputOf<"task.restore">["dropped"][number]

/** What these commands did: `moving T-1`. */
export function sayCommands(all: readonly KnownCommand[]): string {
  // What was read goes without saying, where it goes with a task that was changed.
  const onTasks = all.filter(({ tasks }) => tasks.length > 0)
  const commands = onTasks.length > 0 ? onTasks : all
  const [first] = commands
  if (!first) return ""
  const isSame = commands.every(({ type, kind }) => type === first.type && kind === first.kind)
  const isOneMove =
    first.type === "task.moved" &&
    commands.every(({ kind, status }) => kind === "first" && status === first.status)
  const move = isOneMove ? moves[first.status ?? ""] : undefined
  const words: Doing = move ?? (isSame ? doingOf(first) : undefined) ?? ["changing"]
  const tasks = [...new Set(commands.flatMap((command) => command.tasks))].sort(byName)
  return [
    words[0],
    words[1] ?? (tasks.length > 3 ? `${tasks.length.toLocaleString()} tasks` : tasks.join(", ")),
  ]
    .join(" ")
    .trim()
}

/** Why nothing was taken back. */
export function sayBlocked(refusal: Refusal): string {
  const { title, detail } = sayRefusal(refusal)
  if (refusal.code === "nothing_to_undo") return "This can no longer be undone."
  const { field } = refusal.facts ?? {}
  const plain =
    field === undefined
      ? detail
      : detail?.replace(/its [^.]+ is different/, `“${fieldName(field)}” is different`)
  return refusal.code === "undo_blocked" ? `Not undone. ${plain}` : [title, plain].filter(Boolean).join(". ")
}

/** The links that did not come back with a task, after the sentence that says that it is back. */
export function sayDropped(dropped: readonly LostLink[]): string {
  const lines = dropped.slice(0, mostNamed).map(({ of, field, to, why }) => {
    const reason = why === "gone" ? `${to} is gone for good` : "they would wait for each other"
    return ` ${of} ${linkWords[field]} ${to}: ${reason}.`
  })
  const more = dropped.length - lines.length
  return lines.join("") + (more > 0 ? ` The same applies to ${more} more.` : "")
}

// --- internal ---

const mostNamed = 3

const linkWords: Readonly<Record<LostLink["field"], string>> = {
  blockedBy: "no longer waits for",
  parent: "is no longer part of",
  discoveredFrom: "no longer names",
}

/** By the status that tasks were moved to. */
const moves: Readonly<Record<string, Doing | undefined>> = { cancelled: ["cancelling"], done: ["finishing"] }

/** By the type of the event with which an undo took it back: that of what was taken back. */
const before: Readonly<Record<string, EventType | undefined>> = {
  "task.deleted": "task.created",
  "import.taken_back": "import.ended",
  "task.restored": "task.deleted",
  "attachment.added": "attachment.removed",
  "attachment.removed": "attachment.added",
  "agent.paused": "agent.resumed",
  "agent.resumed": "agent.paused",
  "team.paused": "team.resumed",
  "team.resumed": "team.paused",
  "inbox.put_back": "inbox.acked",
  "inbox.acked": "inbox.put_back",
}

function doingOf({ type, kind }: KnownCommand): Doing | undefined {
  const taken = kind === "undo" ? before[type] : (type as EventType)
  return taken && taken in eventWords ? eventWords[taken].doing : undefined
}
