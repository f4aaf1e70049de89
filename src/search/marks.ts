import type { Task } from "../domain/board/records.ts"
import type { excerptFields, TextMark, MatchView } from "../domain/wire/tasks/match-schema.ts"
import { taskTexts } from "./task-texts.ts"
import { eachPlace, type Wanted } from "./words.ts"

/** A word of a query, with the words of the index that are spelt almost like it. */
export interface WantedSpellings extends Wanted {
  readonly similar: ReadonlySet<string>
}

/** Where a task holds these words: in its title, and in the other text that holds most of those that it lacks. */
export function matchOf(wanted: readonly WantedSpellings[], task: Task): MatchView {
  const title = look(task.fields.title, wanted)
  const missing = wanted.filter((each) => !title.found.has(each))
  let best: { field: (typeof excerptFields)[number]; text: string; at: number; count: number } | undefined
  if (missing.length > 0)
    for (const { field, textOf } of taskTexts) {
      if (field === "title") continue
      if (best?.count === missing.length) break
      const text = textOf(task)
      const { marks, found } = look(text, missing)
      const [first] = marks
      if (first && found.size > (best?.count ?? 0)) best = { field, text, at: first.start, count: found.size }
    }
  const text = best && lineAround(best.text, best.at)
  return {
    title: title.marks,
    excerpt:
      best === undefined || text === undefined
        ? null
        : { field: best.field, text, marks: look(text, wanted).marks },
  }
}

// --- internal ---

/** So much of the line stands before the first match, if there is as much. */
const before = 40
const longest = 200

/** The parts of a text that match, and the words that were found in it. */
function look(text: string, wanted: readonly WantedSpellings[]) {
  const marks: TextMark[] = []
  const found = new Set<WantedSpellings>()
  const whole = new Map(wanted.map((each) => [each.term, each]))
  const similar = new Map(wanted.flatMap((each) => Array.from(each.similar, (term) => [term, each])))
  const prefixes = wanted.filter((each) => each.isPrefix)
  eachPlace(text, (term, start, end) => {
    const exact = whole.get(term)
    const longer = exact ? undefined : prefixes.find((each) => term.startsWith(each.term))
    const known = exact ?? longer ?? similar.get(term)
    if (!known) return
    found.add(known)
    // Where folding has changed the length of a word, its beginning has no place in the text.
    const isPart = longer !== undefined && term.length === end - start
    const mark = { start, end: isPart ? start + known.term.length : end }
    const last = marks.at(-1)
    if (last && last.end >= start) marks[marks.length - 1] = { ...last, end: Math.max(last.end, mark.end) }
    else marks.push(mark)
  })
  return { marks, found }
}

/** The part of a text around a place, as one line that begins with a whole word. */
function lineAround(text: string, at: number): string {
  const space = at > before ? text.slice(at - before, at).search(/\s/) : -1
  const start = at <= before ? 0 : space === -1 ? at : at - before + space
  const rest = text.slice(start).replace(/\s+/g, " ").trim()
  const line = `${start > 0 ? "… " : ""}${rest}`
  return line.length > longest ? `${line.slice(0, longest - 1).replace(halfCharacter, "")}…` : line
}

/** The first half of a character that takes two UTF-16 units. */
const halfCharacter = /[\ud800-\udbff]$/
