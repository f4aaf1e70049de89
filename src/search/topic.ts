import type { Task } from "../domain/board/records.ts"
import { indexed } from "./task-texts.ts"
import type { TextIndex } from "./text-index.ts"
import { eachWord, type Wanted } from "./words.ts"

/** Only this many words of a task, its rarest, are looked up in the reflections of other tasks. */
const mostWords = 16
/**
 * A word that more than half of the reflections hold, such as a common project, relates nothing. Fewer reflections than
 * this count as this many.
 */
const commonFrom = 20
const fillers =
  "a an and are as at be by can for from has have if in is it its not of on or so that the this to was when with".split(
    " ",
  )

/** The words of a task that tell most about what it is, by how rare they are in the reflections. */
export function topicWords(task: Task, reflections: Pick<TextIndex, "size" | "frequency">): Wanted[] {
  const terms = new Set<string>()
  for (const text of topicOf(task)) eachWord(text, (term) => terms.add(term))
  for (const filler of fillers) terms.delete(filler)
  const most = Math.max(commonFrom, reflections.size) / 2
  const telling = [...terms]
    .map((term) => ({ term, isPrefix: false, size: reflections.frequency(term) }))
    .filter(({ size }) => size > 0 && size <= most)
  return telling.sort((a, b) => a.size - b.size).slice(0, mostWords)
}

// --- internal ---

/** The texts that say what a task is about, as they are known before it is done. */
function topicOf({ fields: { title, tags, project, done_criteria } }: Task): string[] {
  return [title, ...tags, project, indexed(done_criteria.join("\n"))]
}
