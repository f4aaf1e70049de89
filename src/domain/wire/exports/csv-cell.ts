import { unseen } from "../clean-text.ts"

/**
 * A spreadsheet takes a cell that begins with one of these for a formula, also in full width, and behind blanks that it drops. An apostrophe before it
 * makes it text. A cell that begins with apostrophes before such a sign gets one more, so that none is lost on the way
 * back.
 */
const formula = new RegExp(String.raw`^'*(?:[\s\p{Cc}${unseen}]*[=+\-@\u2212＝＋－＠]|[\t\r\n\v\f])`, "u")

/** A text as a cell of a CSV file (RFC 4180). */
export function toCell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The text of a cell, whose quotes are taken away already. */
export function fromCell(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
}
