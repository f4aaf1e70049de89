import type { TextMark } from "../../domain/wire/tasks/match-schema.ts"

/** An entry of the palette. */
export interface Named {
  readonly name: string
  /** Other words that find it. */
  readonly also?: string
}

/** The items in which each typed word begins a word, best first. All items if nothing was typed. */
export function rank<T extends Named>(all: readonly T[], typed: string): T[] {
  const text = fold(typed).trim()
  return all
    .map((each) => ({ each, at: placeOf(each, text) }))
    .filter(({ at }) => at !== null)
    .sort((a, b) => Number(a.at) - Number(b.at))
    .map(({ each }) => each)
}

/** The parts of a name that the typed words are: where they begin its words. */
export function marksIn(name: string, typed: string): TextMark[] {
  const words = fold(typed).trim().split(/\s+/).filter(Boolean)
  return [...name.matchAll(/\S+/g)].flatMap(({ 0: part, index: start }) => {
    const folded = fold(part)
    const length = Math.max(0, ...words.map((word) => (folded.startsWith(word) ? word.length : 0)))
    if (length === 0) return []
    // Where folding has changed the length of a word, its beginning has no place in the name.
    return [{ start, end: start + (folded.length === part.length ? length : part.length) }]
  })
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

/** 0: the name begins with it. 1: each word begins a word of the name. 2: or one of the other words. Null: no match. */
function placeOf({ name, also = "" }: Named, text: string): number | null {
  const [own, whole] = [` ${fold(name)}`, ` ${fold(`${name} ${also}`)}`]
  if (own.startsWith(` ${text}`)) return 0
  const words = text.split(/\s+/).map((word) => ` ${word}`)
  if (words.every((word) => own.includes(word))) return 1
  return words.every((word) => whole.includes(word)) ? 2 : null
}

function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase()
}
