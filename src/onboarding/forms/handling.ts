import type { Form, Handling, WholeForm } from "../piece.ts"
import { block, toLf } from "./block.ts"
import { entry, item } from "./json.ts"

/** How the form of a piece is read and written. */
export function handlingOf({ kind }: Form): Handling<Form> {
  return { block, entry, item, whole }[kind]
}

// --- internal ---

/** A file that is ours alone, compared with line breaks as LF. */
const whole: Handling<WholeForm> = {
  wanted: ({ text }) => text,
  look: (text) => (text.trim() === "" ? { state: "missing" } : { state: "found", current: toLf(text) }),
  put: (_, { text }, eol) => ({ text: text.replaceAll("\n", eol), trace: {} }),
  replace: (_, { text }, eol) => text.replaceAll("\n", eol),
  take: () => "",
  isBare: (text) => text.trim() === "",
}
