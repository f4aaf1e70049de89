import { isListField } from "../../domain/wire/task-table.ts"
import type { FoundTask } from "../items/draft.ts"
import { plainTexts } from "../items/plain-fields.ts"
import { named, type Notes } from "../notes.ts"
import type { GivenFile, ReadWishes } from "../reader.ts"
import { criteriaFrom } from "../words/criteria.ts"
import { readPriority } from "../words/priorities.ts"
import {
  isCancelledWord,
  isKnownStatus,
  meaningOf,
  progressIn,
  type StatusMeaning,
} from "../words/statuses.ts"
import { timeOf } from "../words/times.ts"
import { filesBeside } from "./beside.ts"
import { joinByTitle, type FoundRow } from "./by-title.ts"
import { createSorter, type Cells } from "./cells.ts"
import { commentIn, edgesIn, metadataIn, minutesIn, secondsIn } from "./meanings.ts"
import { columnsIn } from "./columns.ts"
import { withPlainDays } from "./days.ts"
import { createOutline } from "./outline.ts"
import { columnKey, type CsvPreset } from "./preset.ts"
import { readRows } from "./rows.ts"

/** The tasks of CSV files of one kind. A row without a title is no task. */
export function readCsv(
  preset: CsvPreset,
  files: readonly GivenFile[],
  given: ReadWishes,
  notes: Notes,
): Iterable<FoundTask> {
  const statuses = new Map([...Object.entries(preset.statuses ?? {}), ...(given.statuses ?? [])])
  const wishes = { ...given, statuses }
  const { main, edges, comments } = filesBeside(preset, files, notes)
  const columns = new Set(columnsIn(preset.kind, main, {}).map(({ name }) => columnKey(name)))
  for (const name of wishes.columns?.keys() ?? [])
    if (!columns.has(columnKey(name)))
      notes.add("dropped", `{mapping|mappings} in --map left out: there is no column ${named(name)}`)
  const sort = createSorter(preset, wishes, notes)
  const rows: FoundRow[] = []
  for (const file of main) {
    const outline = createOutline(preset, file.path, notes)
    for (const row of withPlainDays(readRows(file, notes), preset, wishes, notes)) {
      const cells = sort(row)
      const place = main.length > 1 ? `${file.path}, ${row.place}` : row.place
      const found = outline.take(cells, place)
      if (found === undefined) continue
      const draft = toDraft(cells, { place, preset, wishes, notes })
      const said = [...(draft.comments ?? []), ...(comments.get(found.id) ?? [])]
      const blocks = [...(draft.blocks ?? []), ...(edges.get(found.id) ?? [])]
      const placed = outline.place({ ...draft, comments: said, blocks }, found)
      rows.push({ draft: placed, hasId: cells.one("id") !== undefined })
    }
  }
  return joinByTitle(rows, notes)
}

// --- internal ---

interface RowReading {
  readonly place: string
  readonly preset: CsvPreset
  readonly wishes: ReadWishes
  readonly notes: Notes
}

function toDraft(cells: Cells, reading: RowReading): FoundTask {
  const { place, preset, notes } = reading
  const { one, all, list } = cells
  const criteriaIn = (field: "criteria" | "met") =>
    preset.hasBareCriteria
      ? bareCriteria(all(field))
      : criteriaFrom(
          all(field)
            .map((text) => (preset.hasCriteriaInLine ? text.replaceAll(";", "\n") : text))
            .join("\n"),
        )
  const met = new Set(criteriaIn("met").map(({ text }) => text))
  const person = (name: string) => (preset.hasNumberedPeople ? withoutNumber(name) : name)
  const { priority, unread } = readPriority(one("priority"), notes, preset.priorities)
  const seconds = one("seconds")
  const { blockedBy, blocks, others } = edgesIn(cells)
  const own = metadataIn(cells)
  return {
    id: "",
    aliases: all("alias"),
    place,
    title: one("title"),
    description: one("description"),
    status: statusOf(cells, reading),
    reason: one("reason"),
    priority,
    assignees: [...(one("assignee") !== undefined ? [one("assignee") ?? ""] : []), ...list("assignees")].map(
      person,
    ),
    reviewer: one("reviewer"),
    createdBy: person(one("createdBy") ?? ""),
    project: one("project"),
    tags: [
      ...list("tags"),
      ...all("tag"),
      ...all("section").filter((name) => !isKnownStatus(name, reading.wishes)),
    ],
    criteria: criteriaIn("criteria").map((each) => ({ ...each, isMet: each.isMet || met.has(each.text) })),
    eta: one("eta") ?? (seconds === undefined ? minutesIn(cells) : secondsIn(seconds)),
    notBefore: one("notBefore"),
    dueAt: one("dueAt"),
    createdAt: one("createdAt"),
    updatedAt: one("updatedAt"),
    startedAt: one("startedAt"),
    finishedAt: isTime(one("finishedAt")) ? one("finishedAt") : undefined,
    summary: one("summary"),
    comments: [...all("comment"), ...all("comments")].flatMap(commentIn),
    blockedBy,
    blocks,
    parent: one("parent"),
    discoveredFrom: one("discoveredFrom"),
    ...plainTexts((field) => (isListField(field) ? list(field) : all(field))),
    metadata: own.metadata,
    rest: [...cells.rest, ...others, ...own.others, ...stateNotRead(cells), ...unread],
  }
}

/** By its name, by the group that the name belongs to, by how far it is, by whether it has an end, and last by its section. */
function statusOf(cells: Cells, { wishes, notes }: RowReading): StatusMeaning {
  const { one } = cells
  const [name, group, share, end] = [one("status"), one("statusGroup"), one("done"), one("finishedAt")]
  const ended: StatusMeaning | undefined = isTime(end) ? { status: "done" } : undefined
  const byGroup = group === undefined ? undefined : meaningOf(group, wishes, silent, ended)
  const byShare = () => {
    if (share !== undefined) return meaningOf(share, wishes, notes, ended, true)
    if (ended ?? end !== undefined) return ended ?? meaningOf(end ?? "", wishes, notes, undefined, true)
    const section = cells.all("section").find((each) => isKnownStatus(each, wishes))
    return section === undefined ? undefined : meaningOf(section, wishes, notes)
  }
  const meaning = name === undefined ? (byGroup ?? byShare()) : meaningOf(name, wishes, notes, byGroup)
  if (meaning?.status !== "done" && progressIn(one("archived") ?? "", false)?.status === "done") {
    notes.add("mapped", "{archived task} that is not done → cancelled")
    return { status: "cancelled" }
  }
  const isCancelled = meaning?.status === "done" && isCancelledWord(one("resolution") ?? "")
  if (isCancelled)
    notes.add("mapped", `{task} resolved as ${named(cells.one("resolution") ?? "")} → cancelled`)
  return isCancelled ? { status: "cancelled" } : (meaning ?? { status: "todo" })
}

function isTime(text: string | undefined): boolean {
  return text !== undefined && timeOf(text) !== undefined
}

/** Of the cells that say how far a task is, those that did not count, unless they say nothing more. */
function stateNotRead({ one, columnOf }: Cells): [string, string][] {
  const hasStatus = one("status") !== undefined || one("statusGroup") !== undefined
  return (["done", "finishedAt"] as const).flatMap((field): [string, string][] => {
    const text = one(field)
    if (text === undefined || (field === "finishedAt" && isTime(text))) return []
    if (field === "done" && !hasStatus) return []
    return progressIn(text, true) === undefined ? [[columnOf(field), text]] : []
  })
}

const silent: Notes = {
  ...{ add: () => undefined, unknownStatus: () => undefined },
  ...{ list: () => [], unknownStatuses: () => [] },
}

function bareCriteria(cells: readonly string[]) {
  return cells.flatMap((cell) =>
    cell.split("\n").flatMap((text) => (text === "" ? [] : [{ text, isMet: false }])),
  )
}

/** `Alice (100)`, as Todoist writes people. */
function withoutNumber(name: string): string {
  return name.replace(/\s+\(\d+\)$/, "")
}
