import type { Task } from "../domain/board/records.ts"
import type { Counted, Learned, Ranking, SearchIndex } from "../domain/board/search.ts"
import { UpnextError } from "../errors.ts"
import { indexed, matchOf } from "./match.ts"
import { createTextIndex, type Part } from "./text-index.ts"
import { eachWord, wantedWords, type Wanted } from "./words.ts"

/** How long texts are indexed at a time, before waiting requests are served. */
const sliceMs = 3
/** Up to this many texts a search indexes itself, which takes a few ms; with more, it waits for the background. */
const fewTexts = 50
/** Only this many words of a task, its rarest, are looked up in the reflections of other tasks. */
const relatedWords = 16
/**
 * A word that more than half of the reflections hold, such as a common project, relates nothing. Fewer reflections than
 * this count as this many.
 */
const commonFrom = 20
const fillers =
  "a an and are as at be by can for from has have if in is it its not of on or so that the this to was when with".split(
    " ",
  )

export interface SearchOptions {
  /** Throws a refusal, `memory_too_small`, when there is no room for more. */
  checkRoom(): void
  /** Told once, when the index is given up. */
  warn(message: string): void
}

/**
 * Search over two indexes, of tasks and of reflections, in memory only. What is put is indexed in the background,
 * in slices of 3 ms, or by the next search, whichever comes first, so that a search sees all that was put. If the
 * memory does not suffice, both indexes are given up, because the board needs what is left.
 */
export function createSearch({ checkRoom, warn }: SearchOptions): SearchIndex {
  let tasks = createTextIndex()
  let reflections = createTextIndex()
  let taskBacklog = createBacklog<readonly [number, Task | undefined]>()
  let reflectionBacklog = createBacklog<readonly [number, Learned]>()
  let refusal: UpnextError | undefined
  let waiting: (() => void)[] = []
  let next: NodeJS.Immediate | undefined
  let isClosed = false

  const left = () => taskBacklog.size + reflectionBacklog.size

  /** Indexes the next text. Returns false when there is none. */
  function indexOne(): boolean {
    const changed = taskBacklog.take()
    if (changed) {
      const [n, task] = changed
      if (task) tasks.put(n, taskParts(task))
      else tasks.remove(n)
      return true
    }
    const learned = reflectionBacklog.take()
    if (learned) reflections.put(learned[0], reflectionParts(learned[1]))
    return learned !== undefined
  }

  function indexAll(): void {
    if (left() > 0) giveUpIfFull()
    while (indexOne());
  }

  function giveUpIfFull(): void {
    try {
      checkRoom()
    } catch (error) {
      if (!(error instanceof UpnextError)) throw error
      refusal = error
      tasks = createTextIndex()
      reflections = createTextIndex()
      taskBacklog = createBacklog()
      reflectionBacklog = createBacklog()
      warn(error.message)
    }
  }

  function work(): void {
    next = undefined
    giveUpIfFull()
    const end = performance.now() + sliceMs
    const hasTime = () => performance.now() < end
    while (hasTime() && indexOne());
    const isTidy = tasks.tidy(hasTime) && reflections.tidy(hasTime)
    if (left() <= fewTexts) letGo()
    if (left() > 0 || !isTidy) next = setImmediate(work)
  }

  function letGo(): void {
    for (const resolve of waiting) resolve()
    waiting = []
  }

  function find(which: "tasks" | "reflections", text: string): Ranking {
    indexAll()
    if (refusal) throw refusal
    const index = which === "tasks" ? tasks : reflections
    const words = wantedWords(text)
    const all = index.search(words, "all")
    return all.length > 0 || words.length < 2 ? all : index.search(words, "any")
  }

  return {
    tasks: (text) => find("tasks", text),
    reflections: (text) => find("reflections", text),
    related(task) {
      indexAll()
      const terms = new Set<string>()
      for (const text of topicOf(task)) eachWord(text, (term) => terms.add(term))
      const most = Math.max(commonFrom, reflections.size) / 2
      for (const filler of fillers) terms.delete(filler)
      const telling = [...terms]
        .map((term) => ({ term, isPrefix: false, size: reflections.frequency(term) }))
        .filter(({ size }) => size > 0 && size <= most)
      const words: Wanted[] = telling.sort((a, b) => a.size - b.size).slice(0, relatedWords)
      return reflections.search(words, "any")
    },
    matcher(text) {
      indexAll()
      const wanted = wantedWords(text).map((word) => ({
        ...word,
        similar: new Set(tasks.similar(word.term)),
      }))
      return (task) => matchOf(wanted, task)
    },
    put(texts) {
      if (refusal) return
      taskBacklog.put(texts.tasks)
      reflectionBacklog.put(texts.reflections)
      if (left() > 0 && !isClosed) next ??= setImmediate(work)
    },
    ready() {
      if (isClosed || left() <= fewTexts) return undefined
      return new Promise((resolve) => waiting.push(resolve))
    },
    get trouble() {
      return refusal?.message
    },
    close() {
      isClosed = true
      clearImmediate(next)
      letGo()
    },
  }
}

// --- internal ---

/** The texts that are still to be indexed, in the order in which they were put. */
interface Backlog<T> {
  readonly size: number
  put(items: Counted<T>): void
  take(): T | undefined
}

function createBacklog<T>(): Backlog<T> {
  const sources: Iterator<T>[] = []
  let size = 0
  return {
    get size() {
      return size
    },
    put(items) {
      if (items.size === 0) return
      size += items.size
      sources.push(items[Symbol.iterator]())
    },
    take() {
      for (let source = sources[0]; source; source = sources[0]) {
        const next = source.next()
        if (!next.done) {
          size--
          return next.value
        }
        sources.shift()
      }
      return undefined
    },
  }
}

function taskParts(task: Task): Part[] {
  return [
    { text: task.title, weight: 4 },
    { text: task.tags.join(" "), weight: 3 },
    { text: task.project, weight: 2 },
    { text: indexed(task.done_criteria.join("\n")), weight: 1 },
    { text: indexed(task.summary ?? ""), weight: 1 },
    { text: indexed(task.description ?? ""), weight: 1 },
  ]
}

function reflectionParts({ reflection, task }: Learned): Part[] {
  const content = { text: indexed(reflection.content), weight: 2 }
  if (!task) return [content]
  return [
    content,
    { text: task.title, weight: 2 },
    { text: [...task.tags, task.project].join(" "), weight: 1 },
  ]
}

/** The texts that say what a task is about, as they are known before it is done. */
function topicOf({ title, tags, project, done_criteria }: Task): string[] {
  return [title, ...tags, project, indexed(done_criteria.join("\n"))]
}
