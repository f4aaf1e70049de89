let characters: Intl.Segmenter | undefined

/** The text, or its beginning and `…`, with at most `max` UTF-16 units. It is cut between whole characters. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  const room = max - 1
  characters ??= new Intl.Segmenter("en")
  const found = characters.segment(text.slice(0, max + longest)).containing(room)?.index ?? room
  const end = room - found < longest ? found : text.slice(0, room).isWellFormed() ? room : room - 1
  return `${text.slice(0, end)}…`
}

/** A character of more units than this (hundreds of accents on one letter) may be cut. */
const longest = 64

/** The maximum number of UTF-16 units of an excerpt that is shown next to something else. */
export const mostSaidOf = 4_000

/** The beginning of a text on one line, at most 200 characters. */
export function excerpt(text: string): string {
  const line = Array.from(text.trimStart().slice(0, 1000).replace(/\s+/g, " ").trimEnd())
  return line.length > 200 ? `${line.slice(0, 199).join("")}…` : line.join("")
}

/** The first line of a Markdown text in its writer's own words, at most 200 characters. */
export function firstLine(text: string): string {
  return excerpt(ownWords(text).split("\n", 1)[0] ?? "")
}

/**
 * A Markdown text from the first line that is in its writer's own words. An answer often begins by quoting the words
 * that it answers. A text that only quotes begins with the quotation.
 */
export function ownWords(text: string): string {
  let quoted: number | undefined
  let isCode = false
  for (const { 0: line, index } of text.slice(0, searched).matchAll(/[^\n]+/g)) {
    if (fence.test(line)) {
      isCode = !isCode
      continue
    }
    const isQuoted = !isCode && /^\s*>/.test(line)
    const words = isQuoted ? line.replace(/^[\s>]+/, "") : line
    if (fence.test(words) || !/[\p{L}\p{N}\p{S}]/u.test(words)) continue
    if (!isQuoted) return text.slice(index)
    quoted ??= index
  }
  return text.slice(quoted)
}

// --- internal ---

/** The beginning or the end of a block of code. */
const fence = /^\s*(```|~~~)/

/** A page of events reads one line of each of a thousand comments, so a long quotation is not read to its end. */
const searched = 16_384
