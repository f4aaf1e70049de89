import { isInWord } from "../../domain/wire/mentions.ts"
import { nameKey } from "../../domain/wire/names.ts"
import { byName } from "./format.ts"

/** An unfinished mention. */
export interface OpenMention {
  /** The position of its `@`. */
  readonly from: number
  /** The part of the name that was typed. */
  readonly typed: string
}

/** The mention that ends at the caret, if there is one. */
export function openMention(text: string, caret: number): OpenMention | null {
  const from = text.lastIndexOf("@", caret - 1)
  if (from < 0 || caret <= from || caret - from > longest || isInWord(text, from)) return null
  const written = text.slice(from + 1, caret)
  const isQuoted = written.startsWith('"')
  const typed = isQuoted ? written.slice(1) : written
  // Outside quotes a space may end the mention, so nothing is offered until the next letter.
  const isOver = /["\n]/.test(typed) || /^\s/.test(typed) || (!isQuoted && /\s$/.test(typed))
  return isOver ? null : { from, typed }
}

/** The names that begin with the typed text, then those with a word that does. None if one name is fully typed already. */
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
  const found = [first, second].flatMap((each) => each.sort((a, b) => byName(a.name, b.name)))
  const isWritten = found.length === 1 && nameKey(found[0]?.name ?? "") === key
  return isWritten ? [] : found.slice(0, most)
}

// --- internal ---

/** A name has at most 64 characters, with an `@` and a quote before it. */
const longest = 66
