import type { OutputOf } from "../../client/contract.ts"
import type { Refusal } from "../api/types.ts"
import { fieldName } from "./field-names.ts"
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
  const words = move ?? (first.kind === "undo" ? before : doings)[isSame ? first.type : ""] ?? ["changing"]
  const tasks = [...new Set(commands.flatMap((command) => command.tasks))].sort(byNumber)
  return [words[0], words[1] ?? (tasks.length > 3 ? `${tasks.length} tasks` : tasks.join(", "))]
    .join(" ")
    .trim()
}

/** Why nothing was taken back. */
export function sayBlocked(refusal: Refusal): string {
  const { title, detail } = sayRefusal(refusal)
  if (refusal.code === "nothing_to_undo") return "This can no longer be taken back."
  const { field } = refusal.facts ?? {}
  const plain = field === undefined ? detail : detail?.replace(`its ${field} is`, `“${fieldName(field)}” is`)
  return refusal.code === "undo_blocked"
    ? `Not taken back. ${plain}`
    : [title, plain].filter(Boolean).join(". ")
}

/** The links that did not come back with a task, after the sentence that says that it is back. */
export function sayDropped(dropped: readonly LostLink[]): string {
  const lines = dropped.slice(0, mostNamed).map(({ of, field, to, why }) => {
    const reason = why === "gone" ? `${to} is gone for good` : "they would wait for each other"
    return ` ${of} ${linkWords[field]} ${to} any more: ${reason}.`
  })
  const more = dropped.length - lines.length
  return lines.join("") + (more > 0 ? ` So it is with ${more} more.` : "")
}

// --- internal ---

function byNumber(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true })
}

const mostNamed = 3

const linkWords: Readonly<Record<LostLink["field"], string>> = {
  blockedBy: "does not wait for",
  parent: "is not part of",
  discoveredFrom: "does not name",
}

type Doing = readonly [verb: string, what?: string]

/** By the type of the event that says what it did. */
const doings: Readonly<Record<string, Doing>> = {
  "task.created": ["creating"],
  "task.moved": ["moving"],
  "task.edited": ["changing"],
  "task.deleted": ["deleting"],
  "task.restored": ["restoring"],
  "task.reviewed": ["the review of"],
  "task.checked": ["a tick on"],
  "attachment.added": ["attaching a file to"],
  "attachment.removed": ["removing a file from"],
  "import.ended": ["importing", "tasks"],
  "agent.paused": ["pausing", "an agent"],
  "agent.resumed": ["ending", "the pause of an agent"],
  "team.paused": ["pausing", "the team"],
  "team.resumed": ["ending", "the pause of the team"],
  "inbox.acked": ["marking", "as read"],
  "inbox.put_back": ["marking", "as unread"],
}

/** By the status that tasks were moved to. */
const moves: Readonly<Record<string, Doing | undefined>> = {
  cancelled: ["cancelling"],
  done: ["finishing"],
}

/** By the type of the event with which an undo took it back. */
const before: Readonly<Record<string, Doing | undefined>> = {
  "task.deleted": doings["task.created"],
  "import.taken_back": doings["import.ended"],
  "task.restored": doings["task.deleted"],
  "attachment.added": doings["attachment.removed"],
  "attachment.removed": doings["attachment.added"],
  "agent.paused": doings["agent.resumed"],
  "agent.resumed": doings["agent.paused"],
  "team.paused": doings["team.resumed"],
  "team.resumed": doings["team.paused"],
  "inbox.put_back": doings["inbox.acked"],
  "inbox.acked": doings["inbox.put_back"],
}
