import { fail } from "../errors.ts"

/** One page of ascending numbers, by a cursor that names the last one of the page before (`C-12`). */
export function pageOf(
  numbers: readonly number[],
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  letter: string,
) {
  const after = cursor === undefined ? 0 : cursorNumber(cursor, letter)
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) <= after) low = middle + 1
    else high = middle
  }
  const items = numbers.slice(low, low + limit)
  const last = items.at(-1)
  return {
    items,
    next: low + limit < numbers.length && last !== undefined ? `${letter}-${last}` : null,
    total: numbers.length,
  }
}

/** One page of what happened, given newest first, by a cursor that is the seq of the last one of the page before. */
export function pageBack<T extends { readonly seq: number }>(
  all: readonly T[],
  { limit, cursor }: { limit: number; cursor?: string | undefined },
) {
  if (cursor !== undefined && !/^\d{1,15}$/.test(cursor)) failCursor(cursor)
  const rest = cursor === undefined ? all : all.filter(({ seq }) => seq < Number(cursor))
  const items = rest.slice(0, limit)
  const last = items.at(-1)
  return { items, next: last && rest.length > limit ? String(last.seq) : null, total: all.length }
}

// --- internal ---

function cursorNumber(cursor: string, letter: string): number {
  const match = /^([A-Z])-(\d{1,15})$/.exec(cursor)
  return match?.[1] === letter ? Number(match[2]) : failCursor(cursor)
}

function failCursor(cursor: string): never {
  fail("invalid_input", {
    detail: "That is not a cursor of this list.",
    errors: [{ path: "cursor", message: "expected the `next` of the page before", received: cursor }],
  })
}
