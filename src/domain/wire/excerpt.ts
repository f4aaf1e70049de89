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

/** The beginning of a text on one line, at most 200 characters. */
export function excerpt(text: string): string {
  const line = Array.from(text.trimStart().slice(0, 1000).replace(/\s+/g, " ").trimEnd())
  return line.length > 200 ? `${line.slice(0, 199).join("")}…` : line.join("")
}

/** The first line of a Markdown text that says something, at most 200 characters. */
export function firstLine(text: string): string {
  const lines = text.slice(0, 4000).split("\n")
  return excerpt(lines.find((line) => /[\p{L}\p{N}\p{S}]/u.test(line) && !/^\s*(```|~~~)/.test(line)) ?? text)
}
