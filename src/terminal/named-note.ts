import { note, style } from "./output.ts"
import { hanging } from "./wrap.ts"

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
  return paint(name) + " ".repeat(indent - name.length) + hanging(text, indent, process.stderr)
}
