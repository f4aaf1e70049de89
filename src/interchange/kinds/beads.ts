import { recordsOf } from "../bytes/json.ts"
import type { FoundTask } from "../items/draft.ts"
import { named, type Notes } from "../notes.ts"
import type { GivenFile, ReadWishes } from "../reader.ts"
import { criteriaFrom } from "../words/criteria.ts"
import { meaningOf } from "../words/statuses.ts"
import { timeOf } from "../words/times.ts"
import { listOf, objectOf, restOf, stringOf, stringsOf, type JsonObject, type KnownKeys } from "./values.ts"

/**
 * beads: `.beads/issues.jsonl`, what `bd list --json` prints, or since Dolt the folder `.beads/backup`, where edges, labels and
 * comments stand in files of their own.
 *
 * Mapped: open → todo; in_progress, hooked → todo with the assignee; blocked → blocked; deferred → notBefore, without a
 * date → blocked; closed → done, its close_reason → summary. Priority 0–4 → P0–P3 (4 → P3). acceptance_criteria →
 * criteria; estimated_minutes → eta; labels, issue_type → tags; design, notes → sections of the description; blocks,
 * waits-for → blockedBy; parent-child → parent; discovered-from → discoveredFrom; comments, people and times.
 * Kept aside: every other key. Left behind and named: `related` and other kinds of dependencies (they are kept aside too),
 * pinned issues, templates, deleted ones, and lines that are no issue, such as memories.
 */
export function* readBeads(
  files: readonly GivenFile[],
  wishes: ReadWishes,
  notes: Notes,
): Generator<FoundTask> {
  const beside = new Map<string, Record<string, unknown[]>>()
  const isPart = ({ path }: GivenFile) => files.length > 1 && partOf(path) !== undefined
  for (const file of files.filter(isPart)) addBeside(beside, file, notes)
  const issues = files.filter((file) => !isPart(file))
  for (const { path, bytes } of issues)
    for (const record of recordsOf(bytes)) {
      const place = issues.length > 1 ? `${path}, ${record.place}` : record.place
      if ("fault" in record) {
        notes.add("skipped", `{line} skipped: ${record.fault}`, place)
        continue
      }
      const issue = withBeside(objectOf(record.value), beside)
      if (issue && files.length === 1 && "wisp_type" in issue && !("dependencies" in issue))
        notes.add("dropped", "{issue} without edges and labels, which are in files next to this one", path)
      const unfit = issue ? unfitFor(issue) : "not an issue"
      if (unfit === undefined && issue) yield toDraft(issue, place, wishes, notes)
      else notes.add("skipped", `{line} skipped: ${unfit ?? "not an issue"}`, place)
    }
}

// --- internal ---

/** What a file of the backup adds to issues: its rows name the issue. */
function partOf(path: string): string | undefined {
  return /(?:^|\/)(dependencies|labels|comments)\.jsonl$/.exec(path)?.[1]
}

function addBeside(
  beside: Map<string, Record<string, unknown[]>>,
  { path, bytes }: GivenFile,
  notes: Notes,
): void {
  const part = partOf(path) ?? ""
  for (const record of recordsOf(bytes)) {
    const row = "value" in record ? objectOf(record.value) : undefined
    const id = stringOf(row?.["issue_id"])
    const value = part === "labels" ? row?.["label"] : row
    if (id === undefined || value === undefined) {
      notes.add("skipped", "{line} skipped: it lacks an issue or a value", `${path}, ${record.place}`)
      continue
    }
    const parts = beside.get(id) ?? {}
    parts[part] = [...(parts[part] ?? []), value]
    beside.set(id, parts)
  }
}

function withBeside(
  issue: JsonObject | undefined,
  beside: ReadonlyMap<string, Record<string, unknown[]>>,
): JsonObject | undefined {
  const parts = beside.get(stringOf(issue?.["id"]) ?? "")
  if (!issue || !parts) return issue
  const joined = Object.entries(parts).map(
    ([name, list]) => [name, [...listOf(issue[name]), ...list]] as const,
  )
  return { ...issue, ...Object.fromEntries(joined) }
}

/** What the tool writes for a field that says nothing. */
const isNothing = (value: unknown) => value === 0 || value === false || value === "{}" || value === "[]"

/** Numbers of what stands in the issue itself. */
const isCounted = (name: string, issue: JsonObject): boolean =>
  name === "dependent_count" ||
  (name === "dependency_count" && listOf(issue["dependencies"]).length > 0) ||
  (name === "comment_count" && listOf(issue["comments"]).length > 0)

/** What agents keep for themselves as issues. */
const noWork: ReadonlySet<unknown> = new Set([
  ...["agent", "role", "rig", "convoy", "event", "message", "slot", "gate", "queue", "wisp"],
])

const known: KnownKeys = {
  texts: {
    id: "source",
    _type: "",
    title: "title",
    description: "description",
    design: "a section of the description",
    notes: "a section of the description",
    acceptance_criteria: "criteria",
    status: "",
    priority: "",
    issue_type: "tags",
    assignee: "assignee",
    estimated_minutes: "",
    labels: "tags",
    created_at: "createdAt",
    created_by: "createdBy",
    updated_at: "updatedAt",
    started_at: "startedAt",
    closed_at: "finishedAt",
    close_reason: "summary",
    due_at: "dueAt",
    defer_until: "notBefore",
    parent: "parent",
  },
  parts: { comments: "comments", dependencies: "", estimated_minutes: "", priority: "" },
}

function unfitFor(issue: JsonObject): string | undefined {
  const type = stringOf(issue["_type"]) ?? "issue"
  if (type !== "issue") return `a ${named(type)}, not an issue`
  if (stringOf(issue["id"]) === undefined) return "an issue without an id"
  if (issue["status"] === "tombstone" || issue["deleted_at"]) return "a deleted issue"
  if (issue["status"] === "pinned" || isSet(issue["pinned"])) return "a pinned issue, which is not work"
  if (isSet(issue["is_template"])) return "a template"
  if (noWork.has(issue["issue_type"]))
    return `an issue of type ${named(String(issue["issue_type"]))}, which is not work`
  return undefined
}

const isSet = (flag: unknown) => flag === true || flag === 1

function toDraft(issue: JsonObject, place: string, wishes: ReadWishes, notes: Notes): FoundTask {
  const text = (name: string) => stringOf(issue[name])
  const name = text("status") ?? "open"
  const isDeferred = name === "deferred" && timeOf(text("defer_until") ?? "") !== undefined
  const meaning = isDeferred ? { status: "todo" as const } : meaningOf(name, wishes, notes)
  if (isDeferred) notes.add("mapped", `{task} with status "deferred" → todo, not before its date`)
  const minutes = issue["estimated_minutes"]
  const hasEta = typeof minutes === "number" && minutes >= 1
  const level = issue["priority"]
  const hasLevel = typeof level === "number" && Number.isInteger(level) && level >= 0 && level <= 4
  const { edges, others } = edgesOf(issue, place, notes)
  return {
    id: text("id") ?? "",
    place,
    title: text("title"),
    description: text("description"),
    sections: [
      ["Design", text("design")],
      ["Notes", text("notes")],
    ],
    status: meaning,
    reason: name === "deferred" ? "deferred" : undefined,
    priority: hasLevel ? (["P0", "P1", "P2", "P3", "P3"] as const)[level] : undefined,
    assignees: stringsOf(issue["assignee"]),
    tags: [...stringsOf(issue["labels"]), ...stringsOf(issue["issue_type"])],
    criteria: criteriaFrom(text("acceptance_criteria") ?? ""),
    eta: hasEta ? `${Math.round(minutes)}m` : undefined,
    notBefore: text("defer_until"),
    dueAt: text("due_at"),
    summary: text("close_reason"),
    createdBy: text("created_by"),
    createdAt: text("created_at"),
    updatedAt: text("updated_at"),
    startedAt: text("started_at"),
    finishedAt: text("closed_at"),
    comments: listOf(issue["comments"]).flatMap((value) => {
      const comment = objectOf(value)
      const content = stringOf(comment ? comment["text"] : value)
      const said = { author: stringOf(comment?.["author"]), at: stringOf(comment?.["created_at"]) }
      return content === undefined ? [] : [{ ...said, content }]
    }),
    ...edges,
    rest: [
      ...restOf(issue, known, notes).filter(([name, value]) => !isNothing(value) && !isCounted(name, issue)),
      ["dependencies", others],
      ...(hasEta ? [] : [["estimated_minutes", minutes] as const]),
      ...(hasLevel ? [] : [["priority", level] as const]),
    ],
  }
}

/** The types of edges that the tool writes, and those of agents that edit the file. */
const blocking: ReadonlySet<string> = new Set(["blocks", "waits-for", "blocked-by", "depends-on"])
const parental: ReadonlySet<string> = new Set(["parent-child", "parent", "child-of"])

/** `parent` stands in what commands print; in the file the parent is a dependency. */
function edgesOf(issue: JsonObject, place: string, notes: Notes) {
  const blockedBy: string[] = []
  const parents = stringsOf(issue["parent"])
  const origins: string[] = []
  const others: unknown[] = []
  for (const value of listOf(issue["dependencies"])) {
    const dependency = objectOf(value)
    // `bd show` prints the other issue itself.
    const id = stringOf(dependency?.["depends_on_id"] ?? dependency?.["id"])
    const type =
      stringOf(dependency?.["type"] ?? dependency?.["dependency_type"])?.replaceAll("_", "-") ?? "blocks"
    if (id !== undefined && blocking.has(type)) blockedBy.push(id)
    else if (id !== undefined && parental.has(type) && parents.every((each) => each === id)) parents.push(id)
    else if (id !== undefined && type === "discovered-from" && origins.length === 0) origins.push(id)
    else {
      others.push(value)
      notes.add(
        "dropped",
        `{dependency|dependencies} of type ${named(type)} kept only in metadata.imported`,
        place,
      )
    }
  }
  return { edges: { blockedBy, parent: parents[0], discoveredFrom: origins[0] }, others }
}
