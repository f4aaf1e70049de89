import { taskFieldNames } from "../../domain/wire/task-table.ts"
import { recordsOf } from "../bytes/json.ts"
import type { FoundTask, DraftComment } from "../items/draft.ts"
import { plainTexts } from "../items/plain-fields.ts"
import { isFilled } from "../items/rest.ts"
import { named, type Notes } from "../notes.ts"
import type { GivenFile, ReadWishes } from "../reader.ts"
import { priorityOf } from "../words/priorities.ts"
import { meaningOf } from "../words/statuses.ts"
import { listOf, objectOf, stringOf, stringsOf, type JsonObject } from "./values.ts"

/**
 * Upnext's own JSON lines, as `upnext export` writes them.
 *
 * Mapped: all fields of a task, with its metadata as it is, criteria with who checked them, comments, reflections; doing → todo
 * with the assignee. Left behind and named: what belongs to the other board alone, such as leases, attempts, reviews and versions.
 */
export function* readUpnext(
  files: readonly GivenFile[],
  wishes: ReadWishes,
  notes: Notes,
): Generator<FoundTask> {
  for (const { path, bytes } of files) {
    /** The last task: what was said of it may go on in the next line. */
    let last: FoundTask | undefined
    let board = "board"
    let promised: number | undefined
    let found = 0
    for (const { place, ...record } of recordsOf(bytes)) {
      const task = "value" in record ? objectOf(record.value) : undefined
      if (task?.["_type"] === "upnext") {
        board = stringOf(task["board"]) ?? board
        if (typeof task["tasks"] === "number") promised = task["tasks"]
      } else if (task?.["_type"] === "more") {
        if (last?.id === `${board}/${stringOf(task["id"])}`) last = withMore(last, task)
        else notes.add("skipped", "{line} skipped: it does not continue the task before it", place)
      } else if (task && stringOf(task["id"]) !== undefined) {
        found++
        if (last) yield last
        last = toDraft(task, board, { place: files.length > 1 ? `${path}, ${place}` : place, wishes, notes })
      } else
        notes.add(
          "skipped",
          `{line} skipped: ${"fault" in record ? record.fault : "not a task with an id"}`,
          place,
        )
    }
    if (last) yield last
    if (promised !== undefined && found < promised)
      notes.add("skipped", "{task} missing: the export was cut off", path, promised - found)
  }
}

// --- internal ---

interface LineReading {
  readonly place: string
  readonly wishes: ReadWishes
  readonly notes: Notes
}

const fields: readonly string[] = [
  ...taskFieldNames,
  ...["id", "status", "reason", "createdBy", "criteria", "etaMs", "summary", "createdAt", "updatedAt"],
  ...["startedAt", "finishedAt", "comments", "reflections"],
]

/** These are empty in every new task, so to be without them is no loss. */
const isNoLoss = (value: unknown) => value === 0 || value === false || !isFilled(value)

function toDraft(task: JsonObject, board: string, { place, wishes, notes }: LineReading): FoundTask {
  const text = (name: string) => stringOf(task[name])
  for (const [name, value] of Object.entries(task))
    if (!fields.includes(name) && !isNoLoss(value))
      notes.add("dropped", `{value} of ${named(name)} left behind: specific to the other board`)
  const checks = listOf(task["criteria"] ?? task["done_criteria"]).flatMap((each) => checkOf(each) ?? [])
  const id = (name: string) => `${board}/${name}`
  const parent = text("parent")
  const discoveredFrom = text("discoveredFrom")
  return {
    id: id(text("id") ?? ""),
    place,
    title: text("title"),
    description: text("description"),
    status: meaningOf(text("status") ?? "todo", wishes, notes),
    reason: text("reason"),
    priority: priorityOf(text("priority") ?? ""),
    assignees: stringsOf(task["assignee"]),
    reviewer: text("reviewer"),
    createdBy: text("createdBy"),
    project: text("project"),
    tags: stringsOf(task["tags"]),
    criteria: checks,
    eta: text("eta"),
    notBefore: text("notBefore"),
    dueAt: text("dueAt"),
    summary: text("summary"),
    createdAt: text("createdAt"),
    updatedAt: text("updatedAt"),
    startedAt: text("startedAt"),
    finishedAt: text("finishedAt"),
    comments: saidIn(task["comments"], "author"),
    reflections: saidIn(task["reflections"], "agent"),
    ...plainTexts((field) => stringsOf(task[field])),
    metadata: task["metadata"],
    blockedBy: stringsOf(task["blockedBy"]).map(id),
    parent: parent === undefined ? undefined : id(parent),
    discoveredFrom: discoveredFrom === undefined ? undefined : id(discoveredFrom),
  }
}

/** What was said of a task, with what a further line says. */
function withMore(task: FoundTask, line: JsonObject): FoundTask {
  return {
    ...task,
    comments: [...(task.comments ?? []), ...saidIn(line["comments"], "author")],
    reflections: [...(task.reflections ?? []), ...saidIn(line["reflections"], "agent")],
  }
}

function checkOf(value: unknown) {
  const criterion = objectOf(value)
  const text = stringOf(criterion?.["text"] ?? value)
  const check = objectOf(criterion?.["check"])
  const who = {
    by: stringOf(check?.["by"]),
    at: stringOf(check?.["at"]),
    evidence: stringOf(check?.["evidence"]),
  }
  const standsOn = stringOf(criterion?.["standsOn"])
  return text === undefined ? undefined : { text, standsOn, isMet: check !== undefined, ...(check && who) }
}

function saidIn(value: unknown, who: string): DraftComment[] {
  return listOf(value).flatMap((each) => {
    const said = objectOf(each)
    const content = stringOf(said?.["content"])
    const [author, at] = [stringOf(said?.[who]), stringOf(said?.["createdAt"])]
    return content === undefined ? [] : [{ author, at, content }]
  })
}
