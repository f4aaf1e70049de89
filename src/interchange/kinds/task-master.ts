import { readLimits } from "../bytes/limits.ts"
import { parseJson } from "../bytes/json.ts"
import { dropCircles } from "../items/circles.ts"
import type { FoundTask } from "../items/draft.ts"
import { isFilled } from "../items/rest.ts"
import { named, type Notes } from "../notes.ts"
import type { GivenFile, ReadWishes } from "../reader.ts"
import { criteriaFrom } from "../words/criteria.ts"
import { readPriority } from "../words/priorities.ts"
import { meaningOf } from "../words/statuses.ts"
import { listOf, objectOf, restOf, stringOf, stringsOf, type JsonObject, type KnownKeys } from "./values.ts"

/**
 * task-master: `.taskmaster/tasks/tasks.json`, by tags `{tag: {tasks}}` or without `{tasks}`.
 *
 * Mapped: the tag → project; a subtask → a child, `5.2`; dependencies → blockedBy; details → a section of the description;
 * testStrategy, acceptanceCriteria → criteria; estimate → eta; labels → tags; pending → todo, in-progress → todo with the assignee, deferred → blocked, done, review,
 * cancelled; priority; updatedAt. Kept aside: every other key, such as complexity. Left behind and named: what has no
 * id, and the metadata of a tag.
 */
export function* readTaskMaster(
  files: readonly GivenFile[],
  wishes: ReadWishes,
  notes: Notes,
): Generator<FoundTask> {
  for (const { path, bytes } of files) {
    const parsed = parseJson(bytes, readLimits.documentBytes)
    const root = "value" in parsed ? objectOf(parsed.value) : undefined
    if (root === undefined)
      notes.add("skipped", `{file} skipped: ${"fault" in parsed ? parsed.fault : "no tasks"}`, path)
    else
      for (const [tag, list] of listsOf(root, path, notes)) {
        const tasks = new Set(list.flatMap((task) => stringOf(objectOf(task)?.["id"]) ?? []))
        for (const task of list.entries()) yield* draftsOf(tag, task, { wishes, notes, tasks })
      }
  }
}

/** Whether a value is a file of task-master. */
export function isTaskMaster(value: unknown): boolean {
  const root = objectOf(value)
  return [root, ...Object.values(root ?? {})].some((each) => Array.isArray(objectOf(each)?.["tasks"]))
}

// --- internal ---

interface TagReading {
  /** The ids of the tasks that are no subtasks. */
  readonly tasks: ReadonlySet<string>
  readonly wishes: ReadWishes
  readonly notes: Notes
}

const known: KnownKeys = {
  texts: {
    id: "source",
    title: "title",
    description: "description",
    details: "a section of the description",
    testStrategy: "criteria",
    acceptanceCriteria: "criteria",
    estimate: "eta",
    labels: "tags",
    tags: "tags",
    status: "",
    priority: "",
    dependencies: "blockedBy",
    assignee: "assignee",
    updatedAt: "updatedAt",
    createdAt: "createdAt",
    parentTaskId: "",
    parentId: "",
  },
  parts: { subtasks: "children" },
}

/** Each list of tasks, with its tag; what has no tags is the one that tasks without a tag are moved to. */
function listsOf(root: JsonObject, path: string, notes: Notes): [tag: string, tasks: readonly unknown[]][] {
  const isOld = Array.isArray(root["tasks"])
  const leave = (names: readonly string[], of: string) => {
    for (const name of names)
      notes.add("dropped", `{value} of ${named(name)} not imported: it belongs to ${of}, not to a task`, path)
  }
  return Object.entries(root).flatMap(([tag, value]): [string, readonly unknown[]][] => {
    if (isOld && tag === "tasks") return [["master", listOf(value)]]
    const { tasks, ...rest } = objectOf(value) ?? {}
    if (Array.isArray(tasks)) {
      leave(namesOfFilled(rest), "a tag")
      return [[tag, tasks]]
    }
    if (isOld) leave(namesOfFilled({ [tag]: value }), "the file")
    else
      notes.add("skipped", `{part} of the file skipped: not a list of tasks`, `${path}, ${tag.slice(0, 60)}`)
    return []
  })
}

function namesOfFilled(object: JsonObject): string[] {
  return Object.keys(object).filter((name) => isFilled(object[name]))
}

function* draftsOf(
  tag: string,
  [index, value]: [number, unknown],
  reading: TagReading,
): Generator<FoundTask> {
  const { tasks } = reading
  const task = objectOf(value)
  const id = stringOf(task?.["id"])
  if (!task || id === undefined) {
    reading.notes.add("skipped", "{task} skipped: no id", `${tag}, entry ${index + 1}`)
    return
  }
  const of = (dependency: string) => `${tag}/${dependency}`
  yield toDraft(task, { tag, id, blockedBy: stringsOf(task["dependencies"]).map(of) }, reading)
  const listed = listOf(task["subtasks"])
  const subtasks = listed.map(objectOf).filter((each) => each !== undefined)
  if (subtasks.length < listed.length)
    reading.notes.add(
      "skipped",
      "{task} skipped: not an object",
      of(`${id}.?`),
      listed.length - subtasks.length,
    )
  const siblings = new Set(subtasks.map((subtask) => stringOf(subtask["id"])))
  const edges = subtasks.flatMap((subtask) =>
    stringsOf(subtask["dependencies"]).flatMap((to) =>
      siblings.has(to) ? [{ from: stringOf(subtask["id"]) ?? "", to, edge: "blockedBy" as const }] : [],
    ),
  )
  const circles = dropCircles(edges).filter(({ to }) => to !== id && tasks.has(to))
  const isSibling = (from: string, to: string) =>
    siblings.has(to) && !circles.some((edge) => edge.from === from && edge.to === to)
  for (const subtask of subtasks) {
    const own = stringOf(subtask["id"])
    if (own === undefined) {
      reading.notes.add("skipped", "{task} skipped: no id", of(`${id}.?`))
      continue
    }
    // A number alone is a sibling where there is one, unless they would wait for each other then, and a task has it too.
    const blockedBy = stringsOf(subtask["dependencies"]).map((each) =>
      of(isSibling(own, each) ? `${id}.${each}` : each),
    )
    const full = own.startsWith(`${id}.`) ? own : `${id}.${own}`
    yield toDraft(subtask, { tag, id: full, blockedBy, parent: of(id) }, reading)
  }
}

interface TaskPlace {
  readonly tag: string
  readonly id: string
  readonly blockedBy: readonly string[]
  readonly parent?: string
}

function toDraft(
  task: JsonObject,
  { tag, id, blockedBy, parent }: TaskPlace,
  { wishes, notes }: TagReading,
): FoundTask {
  const text = (name: string) => stringOf(task[name])
  const status = text("status") ?? "pending"
  const { priority, unread } = readPriority(text("priority"), notes)
  return {
    id: `${tag}/${id}`,
    place: `${tag}/${id}`,
    title: text("title"),
    description: text("description"),
    sections: [["Details", text("details")]],
    status: meaningOf(status, wishes, notes),
    reason: status === "deferred" ? "deferred" : undefined,
    priority,
    assignees: stringsOf(task["assignee"]),
    project: tag,
    tags: [...stringsOf(task["labels"]), ...stringsOf(task["tags"])],
    eta: text("estimate"),
    criteria: criteriaFrom([...stringsOf(task["acceptanceCriteria"]), text("testStrategy") ?? ""].join("\n")),
    createdAt: text("createdAt"),
    updatedAt: text("updatedAt"),
    blockedBy,
    parent,
    rest: [...restOf(task, known, notes), ...unread],
  }
}
