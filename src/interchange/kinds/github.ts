import { recordsOf } from "../bytes/json.ts"
import type { FoundTask } from "../items/draft.ts"
import { named, type Notes } from "../notes.ts"
import type { GivenFile, ReadWishes } from "../reader.ts"
import { taskListsIn } from "../words/criteria.ts"
import { priorityOf } from "../words/priorities.ts"
import { listOf, objectOf, restOf, stringOf, type JsonObject, type KnownKeys } from "./values.ts"

/**
 * GitHub: what `gh issue list --state all --json …` prints, and issues as the REST API answers them.
 *
 * Mapped: open → todo, closed → done, closed as not planned or as a duplicate → cancelled; labels `P1`, `priority/high`,
 * `priority: high` → priority, other labels → tags; the first assignee, others → tags with @; the milestone → a tag; task
 * lists of the body → criteria (the body stays as it is); comments; `parent` and `blockedBy` where given; author and times.
 * Kept aside: every other key. Left behind and named: pull requests, and the addresses of the API for each issue.
 */
export function* readGitHub(files: readonly GivenFile[], _: ReadWishes, notes: Notes): Generator<FoundTask> {
  for (const { path, bytes } of files)
    for (const record of recordsOf(bytes)) {
      const place = files.length > 1 ? `${path}, ${record.place}` : record.place
      const issue = "value" in record ? objectOf(record.value) : undefined
      if ("fault" in record) notes.add("skipped", `{entry|entries} skipped: ${record.fault}`, place)
      else if (issue?.["pull_request"]) notes.add("skipped", "{pull request} skipped", place)
      else if (issue === undefined || stringOf(issue["number"]) === undefined)
        notes.add("skipped", "{entry|entries} skipped: not an issue with a number", place)
      else yield toDraft(issue, place, notes)
    }
}

export function isIssue(value: JsonObject): boolean {
  return typeof value["number"] === "number" && ("title" in value || "state" in value)
}

// --- internal ---

const known: KnownKeys = {
  texts: {
    number: "source",
    title: "title",
    body: "description",
    state: "",
    stateReason: "",
    state_reason: "",
    createdAt: "createdAt",
    created_at: "createdAt",
    updatedAt: "updatedAt",
    updated_at: "updatedAt",
    closedAt: "finishedAt",
    closed_at: "finishedAt",
    url: "source",
    html_url: "source",
    node_id: "",
  },
  parts: {
    closed: "",
    labels: "tags",
    assignees: "assignee",
    assignee: "",
    author: "createdBy",
    user: "createdBy",
    parent: "parent",
    parent_issue_url: "parent",
    blockedBy: "blockedBy",
    blocked_by: "blockedBy",
    pull_request: "",
    comments: "comments",
  },
}

/** Where only their number is given, as the REST API does. */
const withoutComments: KnownKeys = {
  ...known,
  parts: Object.fromEntries(Object.entries(known.parts).filter(([name]) => name !== "comments")),
}

function toDraft(issue: JsonObject, place: string, notes: Notes): FoundTask {
  const text = (...names: string[]) =>
    names.map((name) => stringOf(issue[name])).find((each) => each !== undefined)
  const repository = repositoryOf(text("html_url", "url", "repository_url") ?? "")
  const number = String(issue["number"])
  const { priority, tags } = labelsOf(issue, notes)
  const milestone = stringOf(objectOf(issue["milestone"])?.["title"])
  if (milestone !== undefined) notes.add("mapped", "{title} of a milestone → a tag")
  const comments = commentsOf(issue)
  const criteria = taskListsIn(text("body") ?? "")
  if (criteria.length > 0)
    notes.add(
      "mapped",
      "{item} in task lists → criteria, and kept in the description",
      undefined,
      criteria.length,
    )
  const refs = (value: unknown) =>
    listOf(objectOf(value)?.["nodes"] ?? value).flatMap((ref) => refOf(ref, repository) ?? [])
  const isLink = ([name]: readonly [string, unknown]) => name.endsWith("_url") || name === "url"
  const rest = restOf(issue, comments ? known : withoutComments, notes)
  for (const link of rest.filter(isLink))
    if (link[1]) notes.add("dropped", "{API address|API addresses} left out")
  return {
    id: `${repository}#${number}`,
    place,
    title: text("title"),
    description: text("body"),
    status: {
      status: statusFrom(
        issue["closed"] === true ? "closed" : text("state"),
        text("stateReason", "state_reason"),
        notes,
      ),
    },
    priority,
    assignees: listOf(issue["assignees"] ?? issue["assignee"]).flatMap((each) => loginOf(each) ?? []),
    tags: [...tags, ...(milestone === undefined ? [] : [milestone])],
    criteria,
    createdBy: loginOf(issue["author"] ?? issue["user"]),
    createdAt: text("createdAt", "created_at"),
    updatedAt: text("updatedAt", "updated_at"),
    finishedAt: text("closedAt", "closed_at"),
    comments: comments ?? [],
    blockedBy: refs(issue["blockedBy"] ?? issue["blocked_by"]),
    parent: refs(issue["parent"] ?? issue["parent_issue_url"])[0],
    rest: rest.filter((each) => !isLink(each)),
  }
}

function statusFrom(state = "open", reason: string | undefined, notes: Notes) {
  const isOpen = !/^(?:closed|merged)$/i.test(state)
  const isCancelled = /^(not_planned|duplicate)$/i.test(reason ?? "")
  const status = isOpen ? "todo" : isCancelled ? "cancelled" : "done"
  const why = !isOpen && reason !== undefined ? ` as ${named(reason.toLowerCase())}` : ""
  notes.add("mapped", `{issue} ${isOpen ? "open" : "closed"}${why} → ${status}`)
  return status
}

/** `https://github.com/owner/repo/issues/12` and `https://api.github.com/repos/owner/repo/…` → `owner/repo`. */
function repositoryOf(url: string): string {
  return /^https?:\/\/[^/]+\/(?:api\/v3\/)?(?:repos\/)?([\w.-]+\/[\w.-]+)/.exec(url)?.[1] ?? ""
}

function refOf(ref: unknown, repository: string): string | undefined {
  const object = objectOf(ref)
  const url =
    typeof ref === "string" ? ref : (stringOf(object?.["html_url"]) ?? stringOf(object?.["url"]) ?? "")
  const number =
    /\/issues\/(\d+)$/.exec(url)?.[1] ?? stringOf(object?.["number"] ?? (typeof ref === "number" ? ref : ""))
  return number === undefined ? undefined : `${repositoryOf(url) || repository}#${number}`
}

function loginOf(value: unknown): string | undefined {
  return stringOf(objectOf(value)?.["login"] ?? value)
}

function labelsOf(issue: JsonObject, notes: Notes) {
  const names = listOf(issue["labels"]).flatMap((label) => stringOf(objectOf(label)?.["name"] ?? label) ?? [])
  for (const name of names) {
    const [, word = name] = /^prio(?:rity)?\s*[/:\s_-]\s*(.+)$/i.exec(name) ?? []
    const priority = word === name && !/^p[0-4]$/i.test(name) ? undefined : priorityOf(word)
    if (!priority) continue
    notes.add("mapped", `{issue} with label ${named(name)} → ${priority}`)
    return { priority, tags: names.filter((each) => each !== name) }
  }
  return { priority: undefined, tags: names }
}

/** Undefined where only their number is given, as the REST API does. */
function commentsOf(issue: JsonObject) {
  if (!Array.isArray(issue["comments"])) return undefined
  return (issue["comments"] as unknown[]).flatMap((value) => {
    const comment = objectOf(value)
    const content = stringOf(comment?.["body"])
    if (content === undefined) return []
    const at = stringOf(comment?.["createdAt"] ?? comment?.["created_at"])
    return [{ author: loginOf(comment?.["author"] ?? comment?.["user"]), at, content }]
  })
}
