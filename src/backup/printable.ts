// What an archive says of itself, as a message shows it: its beginning, and nothing in it that a terminal obeys.

/** A value in quotation marks. */
export function quoted(value: unknown): string {
  if (typeof value !== "string") return value === undefined ? "missing" : "no text"
  return escape(JSON.stringify(cut(value, 100)))
}

/** A message about an archive. */
export const printable = (text: string): string => escape(cut(text, 500))

// --- internal ---

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text)

/** Also characters that JSON leaves as they are: more control characters, and marks that turn the direction of writing. */
const escape = (text: string): string =>
  text.replace(/[\p{C}\u2028\u2029]/gu, (each) => `\\u{${each.codePointAt(0)?.toString(16)}}`)
