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
  "task.created": tasks(by("created"), { history: "created it", doing: ["creating"] }),
  "task.edited": tasks(({ actor, data }) => say(actor, `changed ${namesOfFields(data["fields"])} of`), {
    history: "edited it",
    doing: ["changing"],
  }),
  "task.moved": work(
    ({ actor, text }) => say(actor, "moved", `to ${statusName(text("to"))}`, text("reason")),
    { history: (place) => (place === "" ? "moved it" : `moved it to ${place}`), doing: ["moving"] },
  ),
  "task.deleted": tasks(by("deleted"), { history: "deleted it", doing: ["deleting"] }),
  "task.restored": tasks(by("restored"), { history: "restored it", doing: ["restoring"] }),
  "task.put_back": work(({ actor, data }) => say(actor, `undid ${sayPutBack(data["fields"])}`), {
    history: "undid a change",
  }),
  "commands.undone": team(by("undid changes")),
  "commands.redone": team(by("redid changes")),
  "trash.emptied": tasks(({ data }) => say(null, `Deleted for good from the trash: ${idsIn(data["tasks"])}`)),
  "task.claimed": work(of("claimed"), { history: "claimed it" }),
  "task.released": work(
    ({ who, data, text }) => {
      const next = text("assignee") === "" ? "" : `, now assigned to ${text("assignee")}`
      return data["failed"] === true
        ? say(who, "failed on", next, text("reason"))
        : say(who, "released", "", text("reason"))
    },
    { history: "released it" },
  ),
  "task.retried": work(by("retried"), { history: "retried it" }),
  "task.completed": work(
    ({ who, text }) => (text("to") === "review" ? say(who, "sent", "to review") : say(who, "finished")),
    {
      history: (place) => (place === statusNames.review ? "finished it, for review" : "finished it"),
      doing: ["finishing"],
    },
  ),
  "lease.renewed": heartbeats(by("is still working on")),
  "usage.told": heartbeats(of("reported usage on")),
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
  "task.commented": talk(of("commented on", "line"), { history: "commented" }),
  "attachment.added": tasks(by("attached a file to", "", "name"), {
    history: "attached a file",
    doing: ["attaching a file to"],
  }),
  "attachment.removed": tasks(by("removed a file from", "", "name"), {
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
  "task.reflected": talk(of("recorded a lesson from"), { history: "recorded a lesson" }),
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
  "inbox.put_back": team(of("marked notices as unread"), { doing: ["marking", "as unread"] }),
  "host.joined": team(({ text }) => say(null, `The host ${text("host")} was seen for the first time`)),
  "team.started": team(by("added the starter team")),
  "team.paused": team(({ actor, until, text }) => say(actor, `paused the team${until}`, "", text("reason")), {
    doing: ["pausing", "the team"],
  }),
  "team.resumed": team(by("resumed the team"), { doing: ["resuming", "the team"] }),
  "work.reported": work(of("reported work on", "branch"), { history: "reported work" }),
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
  "resource.declared": team(by("set the capacity of", "resource")),
  "resource.closed": team(({ actor, until, text }) =>
    say(actor, `closed ${text("resource")}${until}`, "", text("reason")),
  ),
  "resource.opened": team(({ text }) => say(null, `${text("resource")} is open again`)),
  "import.begun": tasks(by("started to import", "name")),
  "board.imported": tasks(
    ({ actor, data: { count } }) =>
      say(actor, `imported ${count === 1 ? "1 task" : `${Number(count).toLocaleString()} tasks`}`),
    { history: "updated it by an import" },
  ),
  "import.ended": tasks(by("finished an import"), { doing: ["importing", "tasks"] }),
  "import.aborted": tasks(by("undid an import")),
  "import.taken_back": tasks(by("undid an import")),
  "account.created": team(by("created the account", "account")),
  "account.edited": team(by("changed the account", "account")),
  "account.deleted": team(by("deleted the account", "account")),
  "token.created": team(by("created a token for", "account")),
  "token.replaced": team(by("replaced the token", "token")),
  "token.revoked": team(by("revoked the token", "token")),
  "access.required": team(() => say(null, "Authentication is on from now on")),
  "access.lifted": team(() => say(null, "Authentication is off from now on")),
  "board.restored": team(() => say(null, "The board was restored from a backup")),
}

// --- internal ---

function say(who: string | null, before: string, after = "", words = ""): Said {
  return { who, before, after, words }
}

/** What the actor did. @param ends the text that follows the words @param adds the text that was said with it */
function by(did: string, ends = "", adds = ""): EventWords["say"] {
  return ({ actor, text }) => say(actor, ends === "" ? did : `${did} ${text(ends)}`, "", text(adds))
}

/** What was done by whom it is about. */
function of(did: string, adds = ""): EventWords["say"] {
  return ({ who, text }) => say(who, did, "", text(adds))
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
