import { isInWord } from "../../domain/wire/mentions.ts"
import { nameKey } from "../../domain/wire/names.ts"

/** A mention that is being written. */
export interface OpenMention {
  /** Where its `@` stands. */
  readonly from: number
  /** What was written of the name. */
  readonly typed: string
}

/** The mention that the caret stands at the end of, if it stands in one. */
export function openMention(text: string, caret: number): OpenMention | null {
  const from = text.lastIndexOf("@", caret - 1)
  if (from < 0 || caret <= from || caret - from > longest || isInWord(text, from)) return null
  const written = text.slice(from + 1, caret)
  const isQuoted = written.startsWith('"')
  const typed = isQuoted ? written.slice(1) : written
  // Outside of quotes a space may also be the end of it, so nothing is offered before the next letter.
  const isOver = /["\n]/.test(typed) || /^\s/.test(typed) || (!isQuoted && /\s$/.test(typed))
  return isOver ? null : { from, typed }
}

/** The names that fit best: those that begin so, then those in which a word does. None where it is written out. */
export function matchNames<T extends { readonly name: string }>(
  all: Iterable<T>,
  typed: string,
  most: number,
): T[] {
  const key = nameKey(typed)
  const [first, second]: [T[], T[]] = [[], []]
  for (const each of all) {
    const name = nameKey(each.name)
    if (name.startsWith(key)) first.push(each)
    else if (name.split(/[\s\p{P}]+/u).some((word) => word.startsWith(key))) second.push(each)
  }
  const byName = (a: T, b: T) => a.name.localeCompare(b.name)
  const found = [...first.sort(byName), ...second.sort(byName)]
  const isWritten = found.length === 1 && nameKey(found[0]?.name ?? "") === key
  return isWritten ? [] : found.slice(0, most)
}

// --- internal ---

/** A name has 64 characters at most; an `@` and a quote may stand before it. */
const longest = 66
