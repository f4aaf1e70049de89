import type { ReadFiles, ReadNote } from "../../interchange/reader.ts"
import { sayStatuses, summaryOf } from "../../interchange/items/summary.ts"
import type { SentImport } from "../../interchange/send/send.ts"
import { line, style } from "../../terminal/output.ts"
import { asTyped } from "../../terminal/typed.ts"
import type { SourceTask } from "./tasks-from.ts"
import type { FoundOrigin } from "./origin.ts"

/** What the readers have to say, in paragraphs. */
export function reportOf({ kind, items, notes }: ReadFiles, name: string, from: FoundOrigin): string {
  const head = `${style.bold(line(name))}: ${counted(items.length, "task")}, read as ${kind}${saidOf(from)}`
  const parts = headings.flatMap(([what, heading]) => {
    const said = notes.filter((each) => each.what === what)
    return said.length === 0 ? [] : [[style.bold(heading), ...said.map(lineOf)].join("\n")]
  })
  return [head, ...comingOf(items, from), ...parts].join("\n\n")
}

/** How many lines, files or tasks were left out. */
export function skippedIn(notes: readonly ReadNote[]): number {
  return notes.reduce((sum, { what, count }) => sum + (what === "skipped" ? count : 0), 0)
}

/**
 * What became of the tasks on the board. The last line counts.
 * @param fresh the tasks that it has added, or some of them
 * @param again the flags that a command after it needs too
 */
export function sentOf(
  sent: SentImport,
  name: string,
  skipped: number,
  gone: readonly SourceTask[] = [],
  fresh: readonly { readonly id: string; readonly title: string }[] = [],
  again = "",
): string {
  const { changed, kept, deleted, adopted, separate, dropped, added, unchanged } = sent
  const more = sent.ids.length - fresh.length
  const parts = [
    [
      ...(fresh.length > 0 ? [style.bold("Added")] : []),
      ...fresh.map(({ id, title }) => `  ${id}  ${line(title)}`),
      ...(fresh.length > 0 && more > 0 ? [`  … and ${more} more`] : []),
    ].join("\n"),
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
  const counts = [
    `${counted(added, "task")} ${sent.import ? "added" : "to add"}`,
    ...(changed.length > 0 ? [`${changed.length} changed`] : []),
    ...(unchanged > 0 ? [`${unchanged} unchanged`] : []),
    ...(left > 0 ? [`${left} left as they are`] : []),
    ...(deleted.length > 0 ? [`${deleted.length} deleted here`] : []),
  ].join(", ")
  const how = sent.import
    ? `${style.green("✓")} ${sent.import.id}, ${line(name)}`
    : `Nothing has changed yet: ${line(name)}`
  const isUndoable = sent.import && sent.ids.length + changed.length > 0
  const undo = isUndoable
    ? asTyped(`\`upnext import --abort ${sent.import.id}${again}\` undoes this import.`)
    : ""
  const said = [...parts, undo].filter((part) => part !== "")
  return [...said, `${how}: ${counts}, ${skipped} skipped`].join("\n\n")
}

/** As many lines as a person reads of one matter; `--json` has all. */
export const mostLines = 20

// --- internal ---

function comingOf(items: ReadFiles["items"], { origin }: FoundOrigin): string[] {
  if (items.length === 0) return []
  const summary = summaryOf(items)
  const examples = summary.examples.map(({ source, title, status, assignee, dueAt }) => {
    const more = [assignee && `@${assignee}`, dueAt && `due ${dueAt.slice(0, 10)}`].filter(Boolean).join(", ")
    return `  ${status}  ${line(title)}${more && `, ${line(more)}`}  ${style.dim(line(placeOf(source, title, origin)))}`
  })
  return [[style.bold(`By status: ${sayStatuses(summary)}. For example`), ...examples].join("\n")]
}

/** Of a source such as `checklist:7a85cfb7/shop.md#Open the shop`, the part that this line does not say otherwise. */
function placeOf(source: string, title: string, origin: string | undefined): string {
  const place = source.slice(source.indexOf(":") + 1)
  const own = origin !== undefined && place.startsWith(`${origin}/`) ? place.slice(origin.length + 1) : place
  return own.endsWith(`#${title}`) ? own.slice(0, -title.length - 1) : own
}

function saidOf({ origin, isPlace }: FoundOrigin): string {
  if (origin === undefined) return ""
  if (!isPlace) return `, of ${line(origin)}`
  return `\nTo update these tasks from a file in another location, add --origin ${origin}.`
}

const mostPlaces = 5

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
