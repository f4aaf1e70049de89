import { unseen } from "../clean-text.ts"

/**
 * A spreadsheet treats a cell that begins with one of these characters as a formula, also in full width, and after
 * blanks that it drops. A preceding apostrophe makes the cell text. A cell that begins with apostrophes before such a
 * character gets one more, so that none is lost when it is read back.
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
