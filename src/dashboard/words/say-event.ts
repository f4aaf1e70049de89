import type { PublicEvent, PublicType } from "../../domain/read-models/public-events.ts"
import type { TaskView } from "../../domain/wire/view-schemas.ts"
import { fieldWords } from "./field-names.ts"
import { moment } from "./format.ts"
import { statusNames } from "./move-words.ts"

/** A sentence around the task: `who` `before` T-12 Title `after`: `words`. */
export interface Said {
  readonly who: string | null
  readonly before: string
  readonly after: string
  /** What somebody said with it, as Markdown. */
  readonly words: string
}

/** What happened, in words. */
export function sayEvent({ type, actor, data }: PublicEvent): Said {
  const text = (key: string) => (typeof data[key] === "string" ? data[key] : "")
  const who = text("agent") || text("author") || text("reviewer") || actor
  const because = text("reason")
  const next = text("assignee") === "" ? "" : `, and it goes to ${text("assignee")}`
  const until = data["until"] === null ? "" : ` until ${moment(text("until"))}`
  switch (type) {
    case "task.created":
      return say(actor, "created")
    case "task.edited":
      return say(actor, `changed ${fieldNames(data["fields"])} of`)
    case "task.moved":
      return say(actor, "moved", `to ${statusName(text("to"))}`, because)
    case "task.deleted":
      return say(actor, "deleted")
    case "task.restored":
      return say(actor, "brought back")
    case "task.put_back":
      return say(actor, `took back a change of ${fieldNames(data["fields"])} of`)
    case "commands.undone":
      return say(actor, "took back what was done")
    case "commands.redone":
      return say(actor, "did again what was taken back")
    case "inbox.put_back":
      return say(who, "marked what was read as unread")
    case "trash.emptied":
      return say(null, `The trash was emptied of ${idsIn(data["tasks"])}`)
    case "task.commented":
      return say(who, "commented on", "", text("line"))
    case "task.claimed":
      return say(who, "took")
    case "task.released":
      return data["failed"] === true
        ? say(who, "failed at", next, because)
        : say(who, "gave back", "", because)
    case "task.retried":
      return say(actor, "ended the rest of")
    case "task.completed":
      return text("to") === "review" ? say(who, "sent", "to review") : say(who, "finished")
    case "task.reviewed":
      if (data["by"] === "land") return say(who, "could not land")
      return say(who, text("decision") === "approve" ? "approved" : "asked for changes in")
    case "task.reflected":
      return say(who, "wrote down what was learned from")
    case "task.checked":
      return say(who, data["checked"] === false ? "unchecked" : "checked", "", text("criterion"))
    case "lease.renewed":
      return say(actor, "is still at work on")
    case "lease.expiring":
      return say(null, `The lease of ${who} on`, "runs out soon")
    case "lease.expired":
      return say(null, `The lease of ${who} on`, `ran out, and it went to ${statusName(text("to"))}`, because)
    case "lease.revoked":
      return say(actor, "took", `back from ${who}`)
    case "leases.extended":
      return say(null, `The server was away, so every lease lasts at least${until}`)
    case "agent.joined":
      return say(who, `joined the team${text("role") && ` as ${text("role")}`}`)
    case "agent.deleted":
      return say(actor, `took ${who} off the team`)
    case "agent.paused":
      return say(actor, `paused ${who}${until}`, "", because)
    case "agent.resumed":
      return say(actor, `let ${who} go on`)
    case "inbox.acked":
      return say(who, text("about") ? `read what was said about ${text("about")}` : "read the inbox")
    case "host.joined":
      return say(null, `The host ${text("host")} was seen for the first time`)
    case "team.started":
      return say(actor, "brought in the starter team")
    case "team.paused":
      return say(actor, `paused the team${until}`, "", because)
    case "team.resumed":
      return say(actor, "let the team go on")
    default:
      return sayRest({ type, actor, data }, text, until, because)
  }
}

/** The kinds of events to choose from. Heartbeats are left out: they fill a busy log and are of no interest. */
export const kinds = {
  all: "Everything",
  work: "Work",
  talk: "Reviews and comments",
  tasks: "Changes of tasks",
  team: "Team",
  heartbeats: "Heartbeats",
} as const
export type Kind = keyof typeof kinds

export function kindOf(type: PublicType): Kind {
  if (type === "lease.renewed") return "heartbeats"
  if (["task.commented", "task.reviewed", "task.reflected"].includes(type)) return "talk"
  if (
    [
      "task.created",
      "task.edited",
      "task.deleted",
      "task.restored",
      "trash.emptied",
      "task.checked",
      "check.reported",
      "attachment.added",
      "attachment.removed",
      "board.imported",
    ].includes(type)
  )
    return "tasks"
  if (type.startsWith("import.")) return "tasks"
  return type.startsWith("task.") || type.startsWith("lease") || type.startsWith("work.") ? "work" : "team"
}

/** Everyone whom an event is about. */
export function namesIn({ actor, data }: PublicEvent): string[] {
  const others = ["agent", "author", "reviewer", "assignee"].map((key) => data[key])
  return [actor, ...others].filter((name) => typeof name === "string")
}

// --- internal ---

type RestType = Extract<
  PublicType,
  `${"attachment" | "check" | "work" | "resource" | "account" | "token" | "access" | "board" | "import"}.${string}`
>

function sayRest(
  { type, actor, data }: Pick<PublicEvent, "actor" | "data"> & { readonly type: RestType },
  text: (key: string) => string,
  until: string,
  because: string | undefined,
): Said {
  switch (type) {
    case "check.reported":
      return say(
        text("by"),
        data["status"] === "passed" ? "passed a check on" : "failed a check on",
        "",
        text("summary"),
      )
    case "attachment.added":
      return say(actor, "attached a file to", "", text("name"))
    case "attachment.removed":
      return say(actor, "removed a file from", "", text("name"))
    case "work.reported":
      return say(text("agent") || actor, "worked on", "", text("branch"))
    case "work.landed":
      return say(actor, "landed", `in ${text("base")}`)
    case "work.freed":
      return say(actor, `freed ${namesOf(data["resources"])} of`)
    case "resource.declared":
      return say(actor, `said how much room ${text("resource")} has`)
    case "resource.closed":
      return say(actor, `closed ${text("resource")}${until}`, "", because)
    case "resource.opened":
      return say(null, `${text("resource")} is open again`)
    case "account.created":
      return say(actor, `made the account ${text("account")}`)
    case "account.edited":
      return say(actor, `changed the account ${text("account")}`)
    case "account.deleted":
      return say(actor, `deleted the account ${text("account")}`)
    case "token.created":
      return say(actor, `made a token for ${text("account")}`)
    case "token.replaced":
      return say(actor, `replaced the token ${text("token")}`)
    case "token.revoked":
      return say(actor, `revoked the token ${text("token")}`)
    case "access.required":
      return say(null, "The board asks for a token from now on")
    case "access.lifted":
      return say(null, "The board asks nobody for a token any more")
    case "import.begun":
      return say(actor, `began to import ${text("name")}`)
    case "board.imported":
      return say(actor, `imported ${data["count"] === 1 ? "1 task" : `${String(data["count"])} tasks`}`)
    case "import.ended":
      return say(actor, "finished an import")
    case "import.aborted":
    case "import.taken_back":
      return say(actor, "took an import back")
    case "board.restored":
      return say(null, "The board was restored from a backup")
  }
}

function say(who: string | null, before: string, after = "", words = ""): Said {
  return { who, before, after, words }
}

function statusName(status: string): string {
  return status in statusNames ? statusNames[status as TaskView["status"]] : status
}

function idsIn(tasks: unknown): string {
  const ids = Array.isArray(tasks) ? tasks.map(String) : []
  return ids.length > 3 ? `${ids.length} tasks` : ids.join(", ")
}

function namesOf(names: unknown): string {
  return Array.isArray(names) ? names.map(String).join(", ") : ""
}

const nounOf = (field: string): string => nouns[field] ?? `the ${fieldWords(field)}`

function fieldNames(fields: unknown): string {
  const names = Array.isArray(fields) ? fields.map((field) => nounOf(String(field))) : []
  return names.length === 0 ? "the fields" : names.join(", ").replace(/, ([^,]*)$/, " and $1")
}

/** Where the label of the field is no noun. */
const nouns: Readonly<Record<string, string>> = {
  done_criteria: "the criteria",
  blockedBy: "the dependencies",
  discoveredFrom: "where it was found",
  resources: "what it needs",
  dueAt: "the due date",
  notBefore: "the start",
}
