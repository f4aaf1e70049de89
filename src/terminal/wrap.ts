import { clean, terminalWidth } from "./output.ts"
import { piecesOf, widthOf } from "./width.ts"

/** Breaks a line at its spaces into lines of at most `width` columns. A word that is longer is broken too. */
export function wrap(text: string, width: number): string[] {
  return wrapWords(text.split(" "), width)
}

/** The same for a sentence of ours, where a command in backticks stays on one line if it fits there. */
export function wrapProse(text: string, width: number): string[] {
  const units = text.split(/ (?=(?:[^`]*`[^`]*`)*[^`]*$)/)
  const words = units.flatMap((unit) => (widthOf(unit) <= width ? [unit] : unit.split(" ")))
  return wrapWords(words, width)
}

/** A sentence of ours that begins at this column: in a terminal its further lines begin there too. */
export function hanging(text: string, indent: number, stream?: typeof process.stderr): string {
  return wrapProse(text, roomAt(indent, stream)).join(`\n${" ".repeat(indent)}`)
}

/** A line that begins at this column: in a terminal its further lines begin there too. */
export function wrapped(text: string, indent: number): string {
  return wrap(text, roomAt(indent)).join(`\n${" ".repeat(indent)}`)
}

/**
 * Other people's text as lines that begin with `indent` spaces, in a terminal also after a line break of the terminal's
 * own. Lines of ours have a smaller indent, so no text can pass for one of them.
 */
export function indented(text: string, indent: number): string[] {
  const width = roomAt(indent)
  return clean(text)
    .replace(/\t/g, "  ")
    .split("\n")
    .flatMap((line) => wrap(line, width))
    .map((line) => (line === "" ? "" : " ".repeat(indent) + line))
}

// --- internal ---

function roomAt(indent: number, stream?: typeof process.stderr): number {
  return Math.max(20, (terminalWidth(stream) ?? Infinity) - indent)
}

function wrapWords(words: readonly string[], width: number): string[] {
  // Nothing is broken, so the line is not measured anew with each of its words.
  if (width === Infinity) return [words.join(" ")]
  const lines: string[] = []
  let current: string | undefined
  for (const word of words) {
    const longer = current === undefined ? word : `${current} ${word}`
    if (widthOf(longer) <= width) {
      current = longer
      continue
    }
    if (current !== undefined) lines.push(current)
    const pieces = piecesOf(word, width)
    current = pieces.pop()
    lines.push(...pieces)
  }
  return [...lines, current ?? ""]
}
