import { readLimits } from "../bytes/limits.ts"
import { textOf } from "../bytes/text.ts"
import { readYaml } from "../bytes/yaml.ts"
import type { FoundTask } from "../items/draft.ts"
import { named, type Notes } from "../notes.ts"
import type { GivenFile, ReadWishes } from "../reader.ts"
import { plainName } from "../../domain/wire/words.ts"
import { readPriority } from "../words/priorities.ts"
import { meaningOf, type StatusMeaning } from "../words/statuses.ts"
import { readBacklogDocument, type BacklogDocument } from "./backlog-document.ts"
import { objectOf, restOf, stringOf, stringsOf, type KnownKeys } from "./values.ts"

/**
 * Backlog.md: the folder `backlog/` with `tasks`, `completed` and `archive`, Markdown with front matter.
 *
 * Mapped: the statuses by their names, and those that its config.yml renames by their place (first → todo, last → done, between →
 * todo with the assignee); acceptance criteria and definition of done → criteria with their checks; the priority; labels, type and milestone → tags; the
 * first assignee, others → tags with @; parent, dependencies; plan and notes → sections of the description; final summary →
 * summary; comments; due date and times; what is archived → cancelled unless done. Kept aside: every other field. Left
 * behind and named: drafts, documents, decisions.
 */
export function* readBacklog(
  files: readonly GivenFile[],
  wishes: ReadWishes,
  notes: Notes,
): Generator<FoundTask> {
  const config = configOf(files)
  const milestones = milestonesOf(files)
  const places: Record<BacklogPlace, GivenFile[]> = {
    tasks: [],
    completed: [],
    archive: [],
    drafts: [],
    other: [],
  }
  for (const file of files) if (/\.md$/i.test(file.path)) places[placeOf(file.path)].push(file)
  for (const { path } of places.drafts) notes.add("skipped", "{draft} skipped", path)
  for (const { path } of places.other)
    if (!/(^|\/)milestones\//.test(path)) notes.add("skipped", "{document} skipped: not a task", path)
  const titles = new Map<string, string | undefined>()
  for (const place of ["tasks", "completed", "archive"] as const)
    for (const { path, bytes } of places[place].sort(byName)) {
      const document =
        bytes.length > readLimits.documentBytes ? undefined : readBacklogDocument(textOf(bytes))
      const id = stringOf(document?.fields["id"])?.trim()
      if (document && id) {
        const draft = toDraft(document, id, { path, place, config, milestones, wishes, notes })
        const isOther = titles.has(draft.id) && titles.get(draft.id) !== draft.title
        if (!titles.has(draft.id)) titles.set(draft.id, draft.title)
        if (isOther) notes.add("mapped", "{task} with a reused id, identified by its folder", path)
        yield isOther ? { ...draft, id: `${place}/${draft.id}`, formerId: draft.id } : draft
      } else notes.add("skipped", "{file} skipped: no readable front matter with an id", path)
    }
}

// --- internal ---

type BacklogPlace = "tasks" | "completed" | "archive" | "drafts" | "other"

interface BacklogReading {
  readonly path: string
  readonly place: BacklogPlace
  readonly config: readonly string[]
  readonly milestones: ReadonlyMap<string, string>
  readonly wishes: ReadWishes
  readonly notes: Notes
}

const known: KnownKeys = {
  texts: {
    id: "source",
    title: "title",
    status: "",
    assignee: "assignee",
    reporter: "createdBy",
    created_date: "createdAt",
    updated_date: "updatedAt",
    completed_date: "finishedAt",
    due_date: "dueAt",
    labels: "tags",
    dependencies: "blockedBy",
    priority: "",
    type: "tags",
    milestone: "tags",
    parent_task_id: "parent",
    parent: "parent",
    subtasks: "",
    project: "project",
  },
  parts: {},
}

const byName = (a: GivenFile, b: GivenFile) => a.path.localeCompare(b.path, "en", { numeric: true })

/** By the folder of the tool that is nearest to the file: the whole may lie in one that is called `docs`. */
function placeOf(path: string): BacklogPlace {
  const folders = path.split("/").slice(0, -1)
  const at = folders.findLastIndex((name) =>
    /^(?:tasks|completed|archive|drafts|milestones|docs|decisions)$/.test(name),
  )
  const [name = "tasks", above] = [folders[at], folders[at - 1]]
  if (name === "drafts" || name === "completed" || name === "archive") return name
  if (name === "tasks") return above === "archive" ? "archive" : "tasks"
  return "other"
}

/** The names of the statuses, in the order of the board. */
function configOf(files: readonly GivenFile[]): string[] {
  const config = files.find(({ path }) => /(^|\/)(?:backlog\.)?config\.ya?ml$/.test(path))
  return stringsOf(objectOf(config && readYaml(textOf(config.bytes))?.value)?.["statuses"]).map(plainName)
}

/** A task may name its milestone by an id. */
function milestonesOf(files: readonly GivenFile[]): Map<string, string> {
  const found = files.filter(({ path }) => /(^|\/)milestones\/[^/]+\.md$/i.test(path))
  return new Map(
    found.flatMap(({ bytes }) => {
      const { id, title } = readBacklogDocument(textOf(bytes))?.fields ?? {}
      return typeof id === "string" && typeof title === "string" ? [[id.toLowerCase(), title] as const] : []
    }),
  )
}

function toDraft(document: BacklogDocument, id: string, reading: BacklogReading): FoundTask {
  const { path, milestones, notes } = reading
  const { fields: all, mended } = document
  if (mended > 0) notes.add("mapped", "{line} of front matter put in quotes so that it parses", path, mended)
  const text = (name: string) => stringOf(all[name])
  const { priority, unread } = readPriority(text("priority"), notes)
  noteParts(document, notes)
  const milestone = text("milestone")
  const reference = (other: string) => idIn(other, id)
  return {
    id: id.toLowerCase(),
    place: path,
    title: text("title"),
    description: document.description,
    sections: document.sections,
    status: statusFrom(text("status") ?? "", reading),
    priority,
    assignees: namesIn(all["assignee"]),
    project: text("project"),
    tags: [
      ...namesIn(all["labels"]),
      ...stringsOf(all["type"]),
      ...(milestone === undefined ? [] : [milestones.get(milestone.toLowerCase()) ?? milestone]),
    ],
    criteria: document.criteria,
    dueAt: text("due_date"),
    summary: document.summary,
    createdBy: stringsOf(all["reporter"])[0],
    createdAt: text("created_date"),
    updatedAt: text("updated_date"),
    finishedAt: text("completed_date"),
    comments: document.comments,
    blockedBy: namesIn(all["dependencies"]).map(reference),
    parent: [text("parent_task_id") ?? text("parent") ?? ""].filter(Boolean).map(reference)[0],
    rest: [...restOf(all, known, notes), ...unread],
  }
}

/** What stands below the front matter. */
function noteParts(
  { description, criteria, summary, comments, sections }: BacklogDocument,
  notes: Notes,
): void {
  if (description !== "") notes.add("mapped", "{text} of a task → description")
  if (criteria.length > 0)
    notes.add("mapped", "{criterion|criteria} → criteria, checked off or not", undefined, criteria.length)
  for (const [heading] of sections)
    notes.add("mapped", `{part} ${named(heading)} → a section of the description`)
  if (summary !== "") notes.add("mapped", "{final summary|final summaries} → summary")
  if (comments.length > 0) notes.add("mapped", "{comment} → comments", undefined, comments.length)
}

function statusFrom(name: string, { place, config, wishes, notes }: BacklogReading): StatusMeaning {
  const at = config.indexOf(plainName(name))
  const byPlace: StatusMeaning | undefined =
    at < 0 ? undefined : at === config.length - 1 ? { status: "done" } : { status: "todo", isInWork: at > 0 }
  const meaning = meaningOf(
    name,
    wishes,
    notes,
    byPlace ?? (place === "completed" ? { status: "done" } : undefined),
  )
  if (place !== "archive" || meaning.status === "done") return meaning
  notes.add("mapped", "{archived task} → cancelled")
  return { status: "cancelled" }
}

/** A list, or names behind commas, as people write them by hand. */
function namesIn(value: unknown): string[] {
  const names = typeof value === "string" ? value.split(",") : stringsOf(value)
  return names.map((name) => name.trim()).filter((name) => name !== "")
}

/** `TASK-7`, `task-7 - Title.md` and `7` name one task. A number alone has the prefix of the task that names it. */
function idIn(text: string, own: string): string {
  const [, full] = /^\s*([a-z][a-z0-9_]*-\d+(?:\.\d+)*)\b/i.exec(text) ?? []
  const [, number] = /^\s*#?(\d+(?:\.\d+)*)\s*$/.exec(text) ?? []
  const prefix = own.replace(/\d[\d.]*$/, "")
  return (full ?? (number === undefined ? text.trim() : `${prefix}${number}`)).toLowerCase()
}
