import type { EventType } from "../../domain/events/index.ts"
import type { PublicEvent } from "../../domain/events/shown.ts"
import { taskTable } from "../../domain/wire/task-table.ts"
import type { TaskView } from "../../domain/wire/tasks/view-schemas.ts"
import { namesOfFields } from "./field-names.ts"
import { statusNames } from "./move-words.ts"

/** A sentence around the task: `who` `before` T-12 Title `after`: `words`. */
export interface Said {
  readonly who: string | null
  readonly before: string
  readonly after: string
  /** What somebody said with it, as Markdown. */
  readonly words: string
}

/** The groups of events to choose from. Heartbeats are apart: they fill a busy log and are of no interest. */
export const groups = {
  all: "Everything",
  work: "Work",
  talk: "Reviews and comments",
  tasks: "Changes to tasks",
  team: "Team",
  heartbeats: "Heartbeats",
} as const
export type Group = keyof typeof groups

/** An event, with what sentences are made of. */
export interface Happened extends Pick<PublicEvent, "actor" | "data"> {
  /** Whom it is about, else the actor. */
  readonly who: string
  /** A text of its data; empty where there is none. */
  readonly text: (key: string) => string
  /** ` until 17:00`, or nothing. */
  readonly until: string
}

export type Doing = readonly [verb: string, what?: string]

interface EventWords {
  readonly group: Group
  readonly say: (told: Happened) => Said
  /** Of an event about a task: what follows the name of the actor in its history. @param place where the task is now, where it has moved */
  readonly history?: string | ((place: string, isEmptied: boolean) => string)
  /** Of one that can be taken back: what was taken back, before the tasks. */
  readonly doing?: Doing
}

const within =
  (group: Group) =>
  (say: EventWords["say"], more: Pick<EventWords, "history" | "doing"> = {}): EventWords => ({
    group,
    say,
    ...more,
  })
const [work, talk, tasks, team, heartbeats] = [
  within("work"),
  within("talk"),
  within("tasks"),
  within("team"),
  within("heartbeats"),
]

/** The words for people of every kind of event. */
export const eventWords: Readonly<Record<EventType, EventWords>> = {
  "task.created": tasks(({ actor }) => say(actor, "created"), { history: "created it", doing: ["creating"] }),
  "task.edited": tasks(({ actor, data }) => say(actor, `changed ${namesOfFields(data["fields"])} of`), {
    history: "edited it",
    doing: ["changing"],
  }),
  "task.moved": work(
    ({ actor, text }) => say(actor, "moved", `to ${statusName(text("to"))}`, text("reason")),
    { history: (place) => (place === "" ? "moved it" : `moved it to ${place}`), doing: ["moving"] },
  ),
  "task.deleted": tasks(({ actor }) => say(actor, "deleted"), { history: "deleted it", doing: ["deleting"] }),
  "task.restored": tasks(({ actor }) => say(actor, "restored"), {
    history: "restored it",
    doing: ["restoring"],
  }),
  "task.put_back": work(({ actor, data }) => say(actor, `undid ${sayPutBack(data["fields"])}`), {
    history: "undid a change",
  }),
  "commands.undone": team(({ actor }) => say(actor, "undid changes")),
  "commands.redone": team(({ actor }) => say(actor, "redid changes")),
  "trash.emptied": tasks(({ data }) => say(null, `Deleted for good from the trash: ${idsIn(data["tasks"])}`)),
  "task.claimed": work(({ who }) => say(who, "claimed"), { history: "claimed it" }),
  "task.released": work(
    ({ who, data, text }) => {
      const next = text("assignee") === "" ? "" : `, now assigned to ${text("assignee")}`
      return data["failed"] === true
        ? say(who, "failed on", next, text("reason"))
        : say(who, "released", "", text("reason"))
    },
    { history: "released it" },
  ),
  "task.retried": work(({ actor }) => say(actor, "retried"), { history: "retried it" }),
  "task.completed": work(
    ({ who, text }) => (text("to") === "review" ? say(who, "sent", "to review") : say(who, "finished")),
    {
      history: (place) => (place === statusNames.review ? "finished it, for review" : "finished it"),
      doing: ["finishing"],
    },
  ),
  "lease.renewed": heartbeats(({ actor }) => say(actor, "is still working on")),
  "usage.told": heartbeats(({ who }) => say(who, "reported usage on")),
  "lease.expiring": work(({ who }) => say(null, `${who}’s claim on`, "expires soon"), {
    history: "warned that the claim expires soon",
  }),
  "lease.expired": work(
    ({ who, text }) =>
      say(null, `${who}’s claim on`, `expired; the task is in ${statusName(text("to"))}`, text("reason")),
    { history: "released it: the claim expired" },
  ),
  "lease.revoked": work(({ actor, who }) => say(actor, "took", `back from ${who}`), {
    history: "ended the claim",
  }),
  "leases.extended": work(({ until }) =>
    say(null, `The server was down, so every claim lasts at least${until}`),
  ),
  "task.commented": talk(({ who, text }) => say(who, "commented on", "", text("line")), {
    history: "commented",
  }),
  "attachment.added": tasks(({ actor, text }) => say(actor, "attached a file to", "", text("name")), {
    history: "attached a file",
    doing: ["attaching a file to"],
  }),
  "attachment.removed": tasks(({ actor, text }) => say(actor, "removed a file from", "", text("name")), {
    history: "removed a file",
    doing: ["removing a file from"],
  }),
  "task.reviewed": talk(
    ({ who, text }) => {
      if (text("by") === "land") return say(who, "could not land")
      return say(who, text("decision") === "approve" ? "approved" : "requested changes in")
    },
    {
      history: (place) => (place === statusNames.done ? "approved it" : "requested changes"),
      doing: ["the review of"],
    },
  ),
  "task.reflected": talk(({ who }) => say(who, "recorded a lesson from"), { history: "recorded a lesson" }),
  "task.checked": tasks(
    ({ who, data, text }) =>
      say(who, data["checked"] === false ? "unchecked" : "checked", "", text("criterion")),
    { history: (_, isEmptied) => (isEmptied ? "unchecked" : "checked off"), doing: ["a tick on"] },
  ),
  "check.reported": tasks(
    ({ text }) =>
      say(
        text("by"),
        text("status") === "passed" ? "reported a passing check on" : "reported a failing check on",
        "",
        text("summary"),
      ),
    { history: "ran a check" },
  ),
  "agent.joined": team(({ who, text }) =>
    say(who, `joined the team${text("role") && ` as ${text("role")}`}`),
  ),
  "agent.deleted": team(({ actor, who }) => say(actor, `removed ${who} from the team`)),
  "agent.paused": team(
    ({ actor, who, until, text }) => say(actor, `paused ${who}${until}`, "", text("reason")),
    { doing: ["pausing", "an agent"] },
  ),
  "agent.resumed": team(({ actor, who }) => say(actor, `resumed ${who}`), {
    doing: ["resuming", "an agent"],
  }),
  "inbox.acked": team(
    ({ who, text }) => say(who, text("about") ? `read the notices about ${text("about")}` : "read the inbox"),
    { doing: ["marking", "as read"] },
  ),
  "inbox.put_back": team(({ who }) => say(who, "marked notices as unread"), {
    doing: ["marking", "as unread"],
  }),
  "host.joined": team(({ text }) => say(null, `The host ${text("host")} was seen for the first time`)),
  "team.started": team(({ actor }) => say(actor, "added the starter team")),
  "team.paused": team(({ actor, until, text }) => say(actor, `paused the team${until}`, "", text("reason")), {
    doing: ["pausing", "the team"],
  }),
  "team.resumed": team(({ actor }) => say(actor, "resumed the team"), {
    doing: ["resuming", "the team"],
  }),
  "work.reported": work(({ who, text }) => say(who, "reported work on", "", text("branch")), {
    history: "reported work",
  }),
  "work.landed": work(({ actor, text }) => say(actor, "landed", `in ${text("base")}`), {
    history: "landed it",
  }),
  "pull.changed": work(
    ({ actor, text }) => say(actor, "reported the pull request of", `(${text("state")})`),
    { history: "reported its pull request" },
  ),
  "work.freed": work(({ actor, data }) => say(actor, `freed ${listed(data["resources"])} from`), {
    history: "freed resources that its work kept",
  }),
  "resource.declared": team(({ actor, text }) => say(actor, `set the capacity of ${text("resource")}`)),
  "resource.closed": team(({ actor, until, text }) =>
    say(actor, `closed ${text("resource")}${until}`, "", text("reason")),
  ),
  "resource.opened": team(({ text }) => say(null, `${text("resource")} is open again`)),
  "import.begun": tasks(({ actor, text }) => say(actor, `started to import ${text("name")}`)),
  "board.imported": tasks(
    ({ actor, data: { count } }) =>
      say(actor, `imported ${count === 1 ? "1 task" : `${Number(count).toLocaleString()} tasks`}`),
    { history: "updated it by an import" },
  ),
  "import.ended": tasks(({ actor }) => say(actor, "finished an import"), { doing: ["importing", "tasks"] }),
  "import.aborted": tasks(({ actor }) => say(actor, "undid an import")),
  "import.taken_back": tasks(({ actor }) => say(actor, "undid an import")),
  "account.created": team(({ actor, text }) => say(actor, `created the account ${text("account")}`)),
  "account.edited": team(({ actor, text }) => say(actor, `changed the account ${text("account")}`)),
  "account.deleted": team(({ actor, text }) => say(actor, `deleted the account ${text("account")}`)),
  "token.created": team(({ actor, text }) => say(actor, `created a token for ${text("account")}`)),
  "token.replaced": team(({ actor, text }) => say(actor, `replaced the token ${text("token")}`)),
  "token.revoked": team(({ actor, text }) => say(actor, `revoked the token ${text("token")}`)),
  "access.required": team(() => say(null, "Authentication is on from now on")),
  "access.lifted": team(() => say(null, "Authentication is off from now on")),
  "board.restored": team(() => say(null, "The board was restored from a backup")),
}

// --- internal ---

function say(who: string | null, before: string, after = "", words = ""): Said {
  return { who, before, after, words }
}

function statusName(status: string): string {
  return status in statusNames ? statusNames[status as TaskView["status"]] : status
}

/** What an undo took back, by the fields that it restored. Those that follow from a status or a holder go without saying. */
function sayPutBack(fields: unknown): string {
  const all = Array.isArray(fields) ? fields.map(String) : []
  if (all.includes("status")) return all.includes("finishedAt") ? "closing" : "moving"
  const own = all.filter((field) => field === "assignee" || Object.hasOwn(taskTable, field))
  return `changing ${namesOfFields(own.length > 0 ? own : all)} of`
}

function idsIn(tasks: unknown): string {
  const ids = Array.isArray(tasks) ? tasks.map(String) : []
  return ids.length > 3 ? `${ids.length.toLocaleString()} tasks` : ids.join(", ")
}

function listed(names: unknown): string {
  return Array.isArray(names) ? names.map(String).join(", ") : ""
}
