import { style, terminalWidth } from "./output.ts"
import { widthOf } from "./width.ts"
import { wrap, wrapProse } from "./wrap.ts"

/** The most columns that help takes, also in a pipe and in a wide terminal. */
export const mostColumns = 80

/** The least width of the right one of two columns. */
const leastRoom = 28

/** Titles with their lines, an empty line between them. One without lines is left out. */
export function sections(parts: readonly (readonly [title: string, lines: readonly string[]])[]): string {
  return parts
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) => [...(title ? [style.bold(title)] : []), ...lines].join("\n"))
    .join("\n\n")
}

/** `upnext task  What it is for`, the name in bold. */
export function heading(name: string, summary: string, width = helpWidth()): string[] {
  const [first = "", ...more] = wrapProse(`${name}  ${summary}`, width)
  return [style.bold(name) + first.slice(name.length), ...more.map((line) => `  ${line}`)]
}

/** A text between the margins. */
export function paragraph(text: string, width = helpWidth()): string[] {
  return wrapProse(text, width - 2).map((line) => `  ${line}`)
}

/** A line in the background. */
export function footer(text: string, width = helpWidth()): string[] {
  return wrapProse(text, width).map(style.dim)
}

/** How a command is written; what does not fit stands below, further in. */
export function usage(text: string, width = helpWidth()): string[] {
  const [first = "", ...more] = wrap(text, width - 6)
  return [`  ${first}`, ...more.map((line) => `      ${line}`)]
}

/** Command lines without `upnext`, each below what it does. They are made to be copied, so they are not broken. */
export function exampleLines(
  examples: readonly (readonly [line: string, what: string])[],
  width = helpWidth(),
): string[] {
  return examples.flatMap(([line, what]) => [
    ...wrapProse(what, width - 4).map((each) => `  ${style.dim(`# ${each}`)}`),
    // It may begin with another command, which takes what ours prints.
    line.includes("$(upnext ") ? `  ${line}` : `  upnext ${line}`,
  ])
}

/** The width of the left column that these texts need. */
export function leftWidth(lines: readonly (readonly [left: string, right: string])[]): number {
  return Math.max(0, ...lines.map(([left]) => widthOf(left)))
}

/** The columns that are left beside a left column of this width. */
export function roomBeside(left: number, width: number): number {
  return width - left - 4
}

/** Two columns. The right one is wrapped, or stands below the left one if there is too little room. */
export function aligned(
  lines: readonly (readonly [left: string, right: string])[],
  width = helpWidth(),
  room = leftWidth(lines),
): string[] {
  const isBelow = roomBeside(room, width) < leastRoom
  const indent = " ".repeat(isBelow ? 6 : room + 4)
  return lines.flatMap(([left, right]) => {
    const [first = "", ...more] = wrapProse(right, width - indent.length)
    const shown = style.cyan(isBelow ? left : left.padEnd(room))
    const head = isBelow ? [`  ${shown}`, `${indent}${first}`] : [`  ${shown}  ${first}`]
    return [...head, ...more.map((line) => indent + line)]
  })
}

/** The columns of help in this terminal. */
export const helpWidth = (): number => Math.min(terminalWidth() ?? mostColumns, mostColumns)
