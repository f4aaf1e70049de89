import { note, style, terminalWidth } from "./output.ts"
import { wrapProse } from "./wrap.ts"

/** Prints what went wrong to standard error. In a terminal it is broken at spaces, below its first word. */
export function noteError(text: string): void {
  note(named("error", text, style.red))
}

/** The same for what can be done about it. */
export function noteHint(text: string): void {
  note(named("hint", text, style.dim))
}

// --- internal ---

/** The column in which the text begins. */
const indent = 6

function named(name: string, text: string, paint: (name: string) => string): string {
  const width = Math.max(20, (terminalWidth(process.stderr) ?? Infinity) - indent)
  const lines = wrapProse(text, width)
  return paint(name) + " ".repeat(indent - name.length) + lines.join(`\n${" ".repeat(indent)}`)
}
