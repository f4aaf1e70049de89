import type { TextMark } from "../../domain/wire/tasks/match-schema.ts"

/** An entry of the palette. */
export interface Named {
  readonly name: string
  /** Other words that find it. */
  readonly also?: string
}

/**
 * The items in which each typed word begins a word, best first. All items if nothing was typed; where nothing fits, those
 * that do with two letters swapped: `stauts` finds `status`.
 */
export function rank<T extends Named>(all: readonly T[], typed: string): T[] {
  const words = wordsIn(typed)
  const found = fitting(
    all,
    words.map((word) => [word]),
  )
  return found.length > 0 ? found : fitting(all, words.map(withSwapped))
}

/** The parts of a name that the typed words are: where they begin its words. */
export function marksIn(name: string, typed: string): TextMark[] {
  const words = wordsIn(typed)
  const marks = marked(name, words)
  return marks.length > 0 ? marks : marked(name, words.flatMap(withSwapped))
}

/** The task that is meant by `T-7`, `t7`, `#7` or `7`. */
export function idIn(typed: string): string | null {
  const [, number] = /^(?:t-?|#)?([1-9]\d{0,14})$/i.exec(typed.trim()) ?? []
  return number === undefined ? null : `T-${number}`
}

/** True if the server can search for the text. It needs a letter or a digit. */
export function isSearchable(typed: string): boolean {
  return /[\p{L}\p{N}]/u.test(typed)
}

/** The item `by` steps after `from`, wrapping around at the ends; null in an empty list. */
export function stepFrom(keys: readonly string[], from: string | null, by: number): string | null {
  const at = from === null ? -1 : keys.indexOf(from)
  return keys.at((at + by) % (keys.length || 1)) ?? null
}

// --- internal ---

const wordsIn = (typed: string) => fold(typed).trim().split(/\s+/).filter(Boolean)

/** A word, and what it is with two neighbouring letters swapped. A short one would be too many others. */
function withSwapped(word: string): string[] {
  if (word.length < 4) return [word]
  const swapped = Array.from(
    { length: word.length - 1 },
    (_, i) => word.slice(0, i) + word.charAt(i + 1) + word.charAt(i) + word.slice(i + 2),
  )
  return [word, ...swapped]
}

/** @param words each in the spellings that count */
function fitting<T extends Named>(all: readonly T[], words: readonly (readonly string[])[]): T[] {
  return all
    .map((each) => ({ each, at: placeOf(each, words) }))
    .filter(({ at }) => at !== null)
    .sort((a, b) => Number(a.at) - Number(b.at))
    .map(({ each }) => each)
}

/** 0: the name begins with it. 1: each word begins a word of the name. 2: or one of the other words. Null: no match. */
function placeOf({ name, also = "" }: Named, words: readonly (readonly string[])[]): number | null {
  const [own, whole] = [` ${fold(name)}`, ` ${fold(`${name} ${also}`)}`]
  if (own.startsWith(` ${words.map(([word]) => word).join(" ")}`)) return 0
  const areIn = (text: string) => words.every((word) => word.some((each) => text.includes(` ${each}`)))
  return areIn(own) ? 1 : areIn(whole) ? 2 : null
}

function marked(name: string, words: readonly string[]): TextMark[] {
  return [...name.matchAll(/\S+/g)].flatMap(({ 0: part, index: start }) => {
    const folded = fold(part)
    const length = Math.max(0, ...words.map((word) => (folded.startsWith(word) ? word.length : 0)))
    if (length === 0) return []
    // Where folding has changed the length of a word, its beginning has no place in the name.
    return [{ start, end: start + (folded.length === part.length ? length : part.length) }]
  })
}

function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase()
}
