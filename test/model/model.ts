import { createBook } from "./cards.ts"
import { claiming } from "./claiming.ts"
import { explaining } from "./explaining.ts"
import { landing } from "./landing.ts"
import { needing } from "./needing.ts"
import { editing } from "./editing.ts"
import { createLeases } from "./leases.ts"
import { showing } from "./showing.ts"
import { undoing } from "./undoing.ts"
import { working } from "./working.ts"

/**
 * The rules of docs/rules.md once more, as plainly as they can be said: arrays, scans, edits in place. It shares no code with
 * the service, so that the two can only agree by both being right. Reflections are left out (policy `optional`).
 * Every method that changes something returns `ok`, or the code of the refusal.
 */
export function createModel(isOutdated: (n: number) => boolean) {
  const book = createBook(isOutdated)
  const leases = createLeases(book)
  const lands = landing(book, leases)
  const needs = needing(book, lands)
  const edits = editing(book, leases, needs)
  const undos = undoing(book, edits)
  const { room } = book
  return {
    ...{ ...showing(book), ...claiming(book, leases, needs), ...explaining(book, needs), ...needs, room },
    ...{ ...working(book, leases, needs), ...edits, ...undos, ...lands },
  }
}
