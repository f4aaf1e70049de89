import { isTerminal, line, style } from "./output.ts"
import { cutTo, widthOf } from "./width.ts"

export interface Column<T> {
  readonly title: string
  text(row: T): string
  paint?(text: string, row: T): string
  /** In a terminal it gives way to the others where the line is too long. */
  readonly shrinks?: boolean
}

/** Aligned columns under their titles. What is printed is cleaned, and cut only in a terminal. */
export function table<T>(rows: readonly T[], columns: readonly Column<T>[]): string {
  const cells = rows.map((row) => columns.map((column) => line(column.text(row))))
  const widths = columns.map(({ title }, i) =>
    Math.max(title.length, ...cells.map((each) => widthOf(each[i] ?? ""))),
  )
  const room = isTerminal() ? process.stdout.columns - sum(widths) - gap.length * (widths.length - 1) : 0
  const fitted = columns.map(({ shrinks, title }, i) => {
    const width = widths[i] ?? 0
    return shrinks && room < 0 ? Math.max(title.length, 12, width + room) : width
  })
  const head = columns.map(({ title }, i) => style.dim(pad(title, fitted[i] ?? 0, i === columns.length - 1)))
  const lines = rows.map((row, r) =>
    columns.map(({ paint = plain }, i) => {
      const text = cutTo(cells[r]?.[i] ?? "", fitted[i] ?? 0)
      const padding =
        i === columns.length - 1 ? "" : " ".repeat(Math.max(0, (fitted[i] ?? 0) - widthOf(text)))
      return paint(text, row) + padding
    }),
  )
  return [head, ...lines].map((each) => each.join(gap).trimEnd()).join("\n")
}

// --- internal ---

const gap = "  "

const plain = (text: string): string => text

function pad(text: string, width: number, isLast: boolean): string {
  return isLast ? text : text.padEnd(width)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0)
}
