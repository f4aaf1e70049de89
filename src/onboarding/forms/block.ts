import type { BlockForm, Handling, Sight } from "../piece.ts"
import { lookForTable } from "./toml.ts"

const marks = {
  markdown: { begin: "<!-- upnext:begin -->", end: "<!-- upnext:end -->" },
  toml: { begin: "# upnext:begin", end: "# upnext:end" },
} as const

/** Text between two marker lines. The content is compared with line breaks as LF. */
export const block: Handling<BlockForm> = {
  wanted: ({ text }) => text,

  look(text, form) {
    const { begins, ends } = findMarks(text, form)
    const [begin, end] = [begins[0], ends[0]]
    if (begin !== undefined && end !== undefined && begins.length + ends.length === 2 && begin.to <= end.from)
      return { state: "found", current: toLf(text.slice(begin.to, end.from)).replace(/\n$/, "") }
    if (begins.length + ends.length > 0)
      return {
        state: "broken",
        why: "it needs exactly one pair of markers, `upnext:begin` and `upnext:end`",
        without: withoutLines(text, [...begins, ...ends]),
      }
    return form.table ? lookForPlace(text, form.table) : { state: "missing" }
  },

  put(text = "", form, eol) {
    const space = text === "" ? "" : text.endsWith(eol) ? eol : eol + eol
    return { text: `${text}${space}${print(form, eol)}${eol}`, trace: { space: toLf(space) } }
  },

  replace(text, form, eol) {
    const { begins, ends } = findMarks(text, form)
    const [begin, end] = [begins[0], ends.at(-1)]
    if (begin === undefined || end === undefined) return text
    return text.slice(0, begin.from) + print(form, eol) + text.slice(end.textEnd)
  },

  take(text, form, { space = "" }) {
    const { begins, ends } = findMarks(text, form)
    const [begin, end] = [begins[0], ends[0]]
    if (begin === undefined || end === undefined) return text
    const [before, after] = [text.slice(0, begin.from), text.slice(end.to)]
    // A file may mix its line breaks.
    const lead = new RegExp(`(?:\\r?\\n){${space.length}}$`)
    return (after === "" ? before.replace(lead, "") : before) + after
  },

  isBare: (text) => text.trim() === "",
}

/** Line breaks as LF. */
export function toLf(text: string): string {
  return text.replaceAll("\r\n", "\n")
}

// --- internal ---

/** A marker line: from its beginning to the end of its text, and to the beginning of the next line. */
interface MarkLine {
  readonly from: number
  readonly textEnd: number
  readonly to: number
}

function findMarks(text: string, form: BlockForm): { begins: MarkLine[]; ends: MarkLine[] } {
  const { begin, end } = marks[form.marks]
  const found = { begins: [] as MarkLine[], ends: [] as MarkLine[] }
  for (const match of text.matchAll(/[^\r\n]*(\r\n|\n|$)/g)) {
    const [line, lineEnd = ""] = match
    const spot = {
      from: match.index,
      textEnd: match.index + line.length - lineEnd.length,
      to: match.index + line.length,
    }
    if (line.trim() === begin) found.begins.push(spot)
    if (line.trim() === end) found.ends.push(spot)
  }
  return found
}

function withoutLines(text: string, lines: readonly MarkLine[]): string {
  return lines
    .toSorted((a, b) => b.from - a.from)
    .reduce((rest, { from, to }) => rest.slice(0, from) + rest.slice(to), text)
}

function print({ marks: style, text }: BlockForm, eol: string): string {
  return [marks[style].begin, text, marks[style].end].join("\n").replaceAll("\n", eol)
}

function lookForPlace(text: string, table: readonly string[]): Sight {
  const found = lookForTable(text, table)
  if (!found) return { state: "broken", why: "it cannot be read as TOML" }
  if (!found.isTaken) return { state: "missing" }
  const { without } = found
  const why = `it already has its own entry ${table.join(".")}`
  return { state: "foreign", why, ...(without !== undefined && { without }) }
}
