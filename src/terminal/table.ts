import { line, style, terminalWidth } from "./output.ts"
import { cutTo, widthOf } from "./width.ts"
import { wrapProse } from "./wrap.ts"

export interface Column<T> {
  readonly title: string
  text(row: T): string
  /** Shorter ways to say the same, the longest first. They are taken before any column gets narrower than its least width. */
  readonly shorter?: readonly ((row: T) => string)[]
  paint?(text: string, row: T): string
  /** If a line is too long for the terminal, this column is cut before the others. */
  readonly shrinks?: boolean
  /** How narrow that makes it while there is anything to leave out; default 12. */
  readonly least?: number
  /** If that is not enough, this column is left out; the last optional column goes first. */
  readonly isOptional?: boolean
  /** In a terminal with fewer columns it is left out at once. */
  readonly from?: number
}

/**
 * Aligned columns under their titles, and a line that names the columns for which there was no room. Control characters
 * are removed. No line is wider than `width`; if the output is not a terminal, nothing is cut.
 */
export function table<T>(rows: readonly T[], columns: readonly Column<T>[], width?: number): string {
  const { head, lines, end } = tableParts(rows, columns, width)
  return [head, ...lines, ...end].join("\n")
}

/** The parts of a table: `lines` has one for each row, `end` names what was left out, if anything was. */
export function tableParts<T>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  width: number = terminalWidth() ?? Infinity,
): { readonly head: string; readonly lines: readonly string[]; readonly end: readonly string[] } {
  const wanted = inRoom(rows, columns, width)
  const shown = fit(
    wanted.filter(({ column: { from = 0 } }) => from <= width),
    width,
  )
  const head = shown.map(({ column, width: room }) => {
    const title = cutTo(column.title, room)
    return style.dim(title) + padding(title, room)
  })
  const lines = rows.map((row, r) =>
    shown.map(({ column: { paint = plain }, texts, width: room }) => {
      const text = cutTo(texts[r] ?? "", room)
      return paint(text, row) + padding(text, room)
    }),
  )
  const kept = new Set(shown.map(({ column }) => column))
  const missing = wanted.flatMap(({ column }) => (kept.has(column) ? [] : [column.title]))
  const join = (parts: readonly string[]) => parts.join(gap).trimEnd()
  return {
    head: join(head),
    lines: lines.map(join),
    end: missing.length === 0 ? [] : wrapProse(`no room for ${missing.join(", ")}`, width).map(style.dim),
  }
}

// --- internal ---

interface ShownColumn<T> {
  readonly column: Column<T>
  readonly texts: readonly string[]
  readonly width: number
}

const gap = "  "

/** The least width of a column that says no other: `leastShrunk` while optional columns can be left out, then `least`. */
const leastShrunk = 12
const least = 4

const plain = (text: string): string => text

const padding = (text: string, room: number): string => " ".repeat(Math.max(0, room - widthOf(text)))

/**
 * The columns with the longest texts that fit where those that shrink are cut; if none fit, with the shortest ones. A
 * column that says nothing in any row goes before a text gets shorter, and nothing is lost with it.
 */
function inRoom<T>(
  rows: readonly T[],
  columns: readonly Column<T>[],
  width: number,
  form = 0,
): readonly ShownColumn<T>[] {
  const shown = columns.map((column): ShownColumn<T> => {
    const texts = rows.map((row) => line(textOf(column, form)(row)))
    return { column, texts, width: Math.max(column.title.length, ...texts.map(widthOf)) }
  })
  const offered = shown.filter(({ column: { from = 0 } }) => from <= width)
  if (total(narrow(offered, width, floorOf)) <= width) return shown
  const said = shown.filter(({ texts }) => texts.some((text) => text !== "" && text !== "-"))
  if (said.length < shown.length)
    return inRoom(
      rows,
      said.map(({ column }) => column),
      width,
    )
  const isShortest = columns.every(({ shorter = [] }) => shorter.length <= form)
  return isShortest ? shown : inRoom(rows, columns, width, form + 1)
}

function textOf<T>({ text, shorter = [] }: Column<T>, form: number): (row: T) => string {
  return [text, ...shorter][Math.min(form, shorter.length)] ?? text
}

const floorOf = <T>({ column }: ShownColumn<T>): number =>
  column.shrinks ? (column.least ?? leastShrunk) : Infinity

/** First shrinks the columns that may shrink, then leaves out optional ones, and last cuts every column. */
function fit<T>(columns: readonly ShownColumn<T>[], width: number): readonly ShownColumn<T>[] {
  const narrowed = narrow(columns, width, floorOf)
  if (total(narrowed) <= width) return narrowed
  const optional = columns.findLast(({ column }) => column.isOptional)
  if (optional)
    return fit(
      columns.filter((each) => each !== optional),
      width,
    )
  const cut = narrow(columns, width, () => least)
  return total(cut) <= width ? cut : narrow(cut, width, () => 1)
}

/** Makes the column that exceeds its floor most, as a ratio, narrower until the line fits. None gets below its floor. */
function narrow<T>(
  columns: readonly ShownColumn<T>[],
  width: number,
  floorOf: (column: ShownColumn<T>) => number,
): readonly ShownColumn<T>[] {
  const widths = columns.map((each) => each.width)
  for (let over = total(columns) - width; over > 0; over -= 1) {
    const excess = columns.map((each, i) => (widths[i] ?? 0) / floorOf(each))
    const most = Math.max(...excess)
    if (most <= 1) break
    const widest = excess.indexOf(most)
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return columns.map((each, i) => ({ ...each, width: widths[i] ?? 0 }))
}

function total<T>(columns: readonly ShownColumn<T>[]): number {
  return columns.reduce((sum, each) => sum + each.width, gap.length * (columns.length - 1))
}
