import type { FoundTask, DraftComment } from "../items/draft.ts"
import { named, type Notes } from "../notes.ts"
import type { Cells } from "./cells.ts"
import type { CsvPreset } from "./preset.ts"

/** What a row is by where it stands: below which section, and below which task. */
export interface RowPlace {
  readonly id: string
  readonly parent: string | undefined
  readonly title: string
  readonly tags: readonly string[]
  readonly project: string | undefined
  /** Notes below the task are added to it while the rows are read. */
  readonly comments: DraftComment[]
}

/** Follows the rows of one file. Most kinds have a task a row; the rows of Todoist are an outline. */
export function createOutline(
  { isByTitle, fileIsProject, hasLabelsInTitle }: CsvPreset,
  path: string,
  notes: Notes,
) {
  const project = fileIsProject ? nameOf(path) : undefined
  const timesSeen = new Map<string, number>()
  let section: string | undefined
  let above: { readonly id: string; readonly indent: number }[] = []
  let last: RowPlace | undefined

  function idOf(title: string): string {
    const name = `${project === undefined ? "" : `${project.slice(0, 60)}/`}${title
      .replace(/[\p{C}\p{Z}]+/gu, " ")
      .slice(0, 180)
      .trim()}`
    const times = (timesSeen.get(name) ?? 0) + 1
    timesSeen.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  }

  return {
    /** Undefined for a row that is no task. */
    take(cells: Cells, place: string): RowPlace | undefined {
      const type = cells.one("rowType")?.trim().toLowerCase() ?? "task"
      const said = cells.one("title")?.trim() ?? ""
      if (type === "section" || (type === "note" && last)) leaveRest(cells, notes)
      if (type === "section") {
        section = said
        above = []
      } else if (type === "note" && last) last.comments.push(noteOf(cells, said))
      else if (type === "note") notes.add("skipped", "{note} skipped: above the first task", place)
      else if (type !== "task") notes.add("skipped", `{row} of type ${type.slice(0, 30)} skipped`, place)
      else if (said === "") notes.add("skipped", "{row} skipped: no title", place)
      if (type !== "task" || said === "") return undefined

      const { title, labels } = hasLabelsInTitle ? withoutLabels(said) : { title: said, labels: [] }
      const own = cells.one("id")?.trim() ?? ""
      if (own === "" && !isByTitle) {
        notes.add("skipped", "{row} skipped: no id", place)
        return undefined
      }
      const id = own === "" ? idOf(title) : own
      const indent = Number(cells.one("indent") ?? 1)
      above = above.filter((each) => each.indent < indent)
      last = {
        id,
        parent: cells.one("parent")?.trim() ?? above.at(-1)?.id,
        title,
        tags: [...labels, ...(section ? [section] : [])],
        project,
        comments: [],
      }
      above.push({ id, indent })
      return last
    },
    /** The task of a row, with what its place says of it. */
    place: (draft: FoundTask, { tags, comments, ...own }: RowPlace): FoundTask => ({
      ...draft,
      ...own,
      project: draft.project ?? own.project,
      tags: [...(draft.tags ?? []), ...tags],
      comments: joined(draft.comments ?? [], comments),
    }),
  }
}

// --- internal ---

/** The second list is read when the item is made, since notes come after their task. */
function joined(first: readonly DraftComment[], second: DraftComment[]): readonly DraftComment[] {
  second.unshift(...first)
  return second
}

/** `backup/Work [12].csv` → `Work`; what comes from a pipe has no name. */
function nameOf(path: string): string | undefined {
  const file = path.split(/[/\\]/).at(-1) ?? ""
  const name = file.replace(/\.\w+$/, "").replace(/\s*\[\d+\]$/, "")
  return name === "" || name === "-" ? undefined : name
}

/** A section and a note have no room for more than their text. */
function leaveRest({ rest, one }: Cells, notes: Notes): void {
  const names = [...rest.map(([name]) => name), ...(one("description") === undefined ? [] : ["description"])]
  for (const name of names)
    notes.add("dropped", `{value} of ${named(name)} not imported: it belongs to a row that is not a task`)
}

function noteOf(cells: Cells, content: string): DraftComment {
  return { author: cells.one("createdBy")?.replace(/\s+\(\d+\)$/, ""), at: cells.one("dueAt"), content }
}

function withoutLabels(text: string) {
  const labels = [...text.matchAll(label)].map(([, , name = ""]) => name)
  const title = text.replace(label, "$1").replace(/\s+/g, " ").trim()
  return title === "" ? { title: text, labels: [] } : { title, labels }
}

const label = /(^|\s)@([\p{L}\p{N}_][\p{L}\p{N}_-]*)(?=\s|$)/gu
