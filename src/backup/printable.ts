// The beginning of a text from an archive, in a form that is safe to show: without anything that a terminal would
// interpret.

/** A value in quotation marks. */
export function quoted(value: unknown): string {
  if (typeof value !== "string") return value === undefined ? "missing" : "no text"
  return escape(JSON.stringify(cut(value, 100)))
}

/** A message about an archive. */
export const printable = (text: string): string => escape(cut(text, 500))

// --- internal ---

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text)

/**
 * Also escapes characters that JSON leaves unchanged: more control characters, and marks that change the writing
 * direction.
 */
const escape = (text: string): string =>
  text.replace(/[\p{C}\u2028\u2029]/gu, (each) => `\\u{${each.codePointAt(0)?.toString(16)}}`)
