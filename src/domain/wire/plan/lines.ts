export interface PlanLine {
  /** Counted from 1. */
  readonly number: number
  /** The column at which its text begins, counted from 0; a tab leads to the next multiple of 4. */
  readonly indent: number
  /** Without the space around it. */
  readonly text: string
  /** As it stands in the file. */
  readonly raw: string
}

/** Something wrong with a line, or worth a note. */
export interface PlanFault {
  readonly line: number
  /** Counted from 1. */
  readonly column?: number
  readonly message: string
}

/** The lines of a text, with any kind of line ends. A byte order mark is left out. */
export function toLines(text: string): PlanLine[] {
  return text
    .replace(/^\ufeff/, "")
    .split(/\r\n|\r|\n/)
    .map((raw, i) => ({
      number: i + 1,
      indent: columnsOf(/^[ \t]*/.exec(raw)?.[0] ?? ""),
      text: raw.trim(),
      raw,
    }))
}

export function dedent(raw: string, columns: number): string {
  let at = 0
  let column = 0
  for (; column < columns && (raw[at] === " " || raw[at] === "\t"); at++)
    column = raw[at] === "\t" ? column + 4 - (column % 4) : column + 1
  return " ".repeat(Math.max(0, column - columns)) + raw.slice(at)
}

// --- internal ---

function columnsOf(space: string): number {
  let column = 0
  for (const each of space) column = each === "\t" ? column + 4 - (column % 4) : column + 1
  return column
}
