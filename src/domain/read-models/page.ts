import { fail } from "../../errors.ts"

interface PageQuery {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** Ascending numbers: a list, or something that gives the number at each index. */
interface Numbers {
  readonly length: number
  at(index: number): number | undefined
}

/** One page of ascending numbers, by a cursor that names the last number of the previous page (`C-12`). */
export function pageOf(numbers: readonly number[], { limit, cursor }: PageQuery, letter: string) {
  const low = cursor === undefined ? 0 : countBelow(numbers, cursorNumber(cursor, letter) + 1)
  const items = numbers.slice(low, low + limit)
  const last = items.at(-1)
  return {
    items,
    next: low + limit < numbers.length && last !== undefined ? `${letter}-${last}` : null,
    total: numbers.length,
  }
}

/** One page of events, newest first. The cursor is the seq of the last event of the previous page. */
export function pageBack<T extends { readonly seq: number }>(
  all: readonly T[],
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  const end = cursor === undefined ? Infinity : readSeqCursor(cursor)
  const rest = all.filter(({ seq }) => seq < end)
  const items = rest.slice(0, limit)
  const last = items.at(-1)
  return { items, next: last && rest.length > limit ? String(last.seq) : null, total: all.length }
}

/** @throws invalid_input */
export function readSeqCursor(cursor: string): number {
  return /^\d{1,15}$/.test(cursor) ? Number(cursor) : failCursor(cursor)
}

/**
 * One page of ascending numbers, from the last to the first. The cursor names the last number of the previous page.
 * @param find the record of a number; undefined for a number that is not listed
 * @param isExact whether `find` returns a record for all numbers
 */
export function pageDown<T>(
  numbers: Numbers,
  { limit, cursor }: PageQuery,
  letter: string,
  find: (n: number) => T | undefined,
  isExact: boolean,
) {
  const start = cursor === undefined ? numbers.length : countBelow(numbers, cursorNumber(cursor, letter))
  const items: T[] = []
  let last: number | undefined
  let hasMore = false
  for (let i = start - 1; i >= 0; i--) {
    const n = numbers.at(i) ?? 0
    const item = find(n)
    if (item === undefined) continue
    hasMore = items.length === limit
    if (hasMore) break
    items.push(item)
    last = n
  }
  let total = 0
  if (isExact) total = numbers.length
  else for (let i = 0; i < numbers.length; i++) if (find(numbers.at(i) ?? 0) !== undefined) total++
  return { items, next: hasMore ? `${letter}-${last}` : null, total }
}

/** @throws invalid_input */
export function failCursor(cursor: string): never {
  fail("invalid_input", {
    detail: "This cursor is not from this list.",
    facts: { field: "cursor" },
    errors: [
      { path: "cursor", message: "expected the value of `next` from the previous page", received: cursor },
    ],
  })
}

// --- internal ---

function countBelow(numbers: Numbers, n: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers.at(middle) ?? 0) < n) low = middle + 1
    else high = middle
  }
  return low
}

function cursorNumber(cursor: string, letter: string): number {
  const match = /^([A-Z])-(\d{1,15})$/.exec(cursor)
  return match?.[1] === letter ? Number(match[2]) : failCursor(cursor)
}
