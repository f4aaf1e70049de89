import type { ReadFiles, ReadNote } from "../../interchange/reader.ts"
import { sayStatuses, summaryOf } from "../../interchange/items/summary.ts"
import type { SentImport } from "../../interchange/send/send.ts"
import { someOf } from "../../machine/some-of.ts"
import { line, style } from "../../terminal/output.ts"
import type { SourceTask } from "./tasks-from.ts"
import type { FoundOrigin } from "./origin.ts"

/** What the readers have to say, in paragraphs. */
export function reportOf({ kind, items, notes }: ReadFiles, name: string, from: FoundOrigin): string {
  const head = `${style.bold(line(name))}: ${counted(items.length, "task")} of the kind ${kind}${saidOf(from)}`
  const parts = headings.flatMap(([what, heading]) => {
    const said = notes.filter((each) => each.what === what)
    return said.length === 0 ? [] : [[style.bold(heading), ...said.map(lineOf)].join("\n")]
  })
  return [head, ...comingOf(items), ...parts].join("\n\n")
}

/** How many lines, files or tasks were left out. */
export function skippedIn(notes: readonly ReadNote[]): number {
  return notes.reduce((sum, { what, count }) => sum + (what === "skipped" ? count : 0), 0)
}

/** What became of the tasks on the board. The last line counts. */
export function sentOf(
  sent: SentImport,
  name: string,
  skipped: number,
  gone: readonly SourceTask[] = [],
): string {
  const { changed, kept, deleted, adopted, separate, dropped, added, unchanged } = sent
  const parts = [
    paragraph(
      "Changed here",
      changed,
      ({ task, source, changes }) => `${task} (${source}): ${changes.join(", ")}`,
    ),
    paragraph(
      "Left as they are: changed both here and in the source",
      kept,
      ({ task, source, changes }) => `${task} (${source}): ${changes.join(", ")}`,
    ),
    paragraph(
      "Added as new tasks: the existing task with this id has a different title and creation time",
      separate,
      ({ task, source }) => `${source} is not ${task}`,
    ),
    paragraph(
      "Identified by their repository from now on",
      adopted,
      ({ task, source }) => `${task} (${source})`,
    ),
    paragraph(
      "Left in the trash, because they were deleted on this board",
      deleted,
      ({ task, source }) => `${task} (${source})`,
    ),
    paragraph("No longer in the file, so left unchanged", gone, ({ id, title }) => `${id} ${title}`),
    paragraph(
      "Edges left out",
      dropped,
      ({ source, field, to, why }) =>
        `${source}, ${field} ${to}: ${why === "gone" ? "no such task here" : "tasks would wait for each other in a cycle"}`,
    ),
  ]
  const moved = new Set(changed.map(({ source }) => source))
  const left = new Set(kept.map(({ source }) => source).filter((source) => !moved.has(source))).size
  const ids = sent.ids.length === 0 ? "" : ` (${someOf(sent.ids, mostIds)})`
  const counts = [
    `${counted(added, "task")} ${sent.import ? "added" : "to add"}${ids}`,
    ...(changed.length > 0 ? [`${changed.length} changed`] : []),
    ...(unchanged > 0 ? [`${unchanged} unchanged`] : []),
    ...(left > 0 ? [`${left} left as they are`] : []),
    ...(deleted.length > 0 ? [`${deleted.length} deleted here`] : []),
  ].join(", ")
  const how = sent.import
    ? `${style.green("✓")} ${sent.import.id}, ${line(name)}`
    : `Nothing has changed yet: ${line(name)}`
  return [...parts.filter((part) => part !== ""), `${how}: ${counts}, ${skipped} skipped`].join("\n\n")
}

// --- internal ---

function comingOf(items: ReadFiles["items"]): string[] {
  if (items.length === 0) return []
  const summary = summaryOf(items)
  const examples = summary.examples.map(({ source, title, status, assignee, dueAt }) => {
    const more = [assignee && `@${assignee}`, dueAt && `due ${dueAt.slice(0, 10)}`].filter(Boolean).join(", ")
    return `  ${status}  ${line(title)}${more && `, ${line(more)}`}  ${style.dim(line(source))}`
  })
  return [[style.bold(`By status: ${sayStatuses(summary)}. For example`), ...examples].join("\n")]
}

function saidOf({ origin, isPlace }: FoundOrigin): string {
  if (origin === undefined) return ""
  if (!isPlace) return `, of ${line(origin)}`
  return `, from ${origin}\nTo update these tasks from a file in another location, add --origin ${origin}.`
}

/** As many lines as a person reads of one matter; `--json` has all. */
const mostLines = 20
const mostPlaces = 5
const mostIds = 5

const headings: readonly (readonly [ReadNote["what"], string])[] = [
  ["guessed", "Guessed encoding: check that the letters are right"],
  ["order", "Order"],
  ["mapped", "Conversions"],
  ["kept", "Kept in metadata.imported: Upnext has no field for this"],
  ["cut", "Shortened"],
  ["dropped", "Left behind"],
  ["skipped", "Skipped"],
]

function lineOf({ text, at = [], count, example }: ReadNote): string {
  const shown = at.slice(0, mostPlaces).map((each) => line(each))
  const more = count > shown.length ? ", …" : ""
  const places = shown.length === 0 ? "" : style.dim(`  (${shown.join(", ")}${more})`)
  return `  ${line(text)}${example === undefined ? "" : style.dim(`, such as ${line(example)}`)}${places}`
}

function paragraph<T>(heading: string, list: readonly T[], say: (each: T) => string): string {
  if (list.length === 0) return ""
  const more = list.length > mostLines ? [`  … and ${list.length - mostLines} more`] : []
  const lines = list.slice(0, mostLines).map((each) => `  ${line(say(each))}`)
  return [style.bold(heading), ...lines, ...more].join("\n")
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`
}
