import type { Handling, WholeForm } from "../piece.ts"
import { toLf } from "./block.ts"

/** A file that is ours alone, compared with line breaks as LF. */
export const whole: Handling<WholeForm> = {
  wanted: ({ text }) => text,
  look: (text) => (text.trim() === "" ? { state: "missing" } : { state: "found", current: toLf(text) }),
  put: (_, { text }, eol) => ({ text: text.replaceAll("\n", eol), trace: {} }),
  replace: (_, { text }, eol) => text.replaceAll("\n", eol),
  take: () => "",
  isBare: (text) => text.trim() === "",
}
