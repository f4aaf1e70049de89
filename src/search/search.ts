import type { Ranking, SearchIndex } from "../domain/board/search.ts"
import { machineRuntime, sliceOf, type Runtime } from "../machine/runtime.ts"
import { createIndexes, type Indexes, type IndexesOptions } from "./indexes.ts"
import { matchOf } from "./marks.ts"
import { taskTexts } from "./task-texts.ts"
import { topicWords } from "./topic.ts"
import { wantedWords } from "./words.ts"

/** How long texts are indexed at a time, before waiting requests are served. */
const sliceMs = 3
/** Up to this many texts a search indexes itself, which takes a few ms; with more, it waits for the background. */
const fewTexts = 50

/**
 * Search over two indexes, of tasks and of reflections, in memory only. What is put is indexed in the background,
 * in slices of 3 ms, or by the next search, whichever comes first, so that a search sees all that was put.
 */
export function createSearch(options: IndexesOptions): SearchIndex {
  const indexes = createIndexes(options)
  const background = createBackground(indexes, options.runtime ?? machineRuntime)

  function find(which: "tasks" | "reflections", text: string): Ranking {
    indexes.complete()
    if (indexes.refusal) throw indexes.refusal
    const words = wantedWords(text)
    const all = indexes[which].search(words, "all")
    return all.length > 0 || words.length < 2 ? all : indexes[which].search(words, "any")
  }

  return {
    tasks: (text) => find("tasks", text),
    reflections: (text) => find("reflections", text),
    related(task) {
      indexes.complete()
      const { reflections } = indexes
      return reflections.search(topicWords(task, reflections), "any")
    },
    matcher(text) {
      indexes.complete()
      const wanted = wantedWords(text).map((word) => ({
        ...word,
        similar: new Set(indexes.tasks.similar(word.term)),
      }))
      return (task) => matchOf(wanted, task)
    },
    fields: new Set(taskTexts.map(({ field }) => field)),
    put(texts) {
      indexes.put(texts)
      background.begin()
    },
    ready: background.ready,
    get trouble() {
      return indexes.refusal?.message
    },
    close: background.close,
  }
}

// --- internal ---

/** Indexes what is left in slices, while other requests are served. */
function createBackground(indexes: Indexes, runtime: Runtime) {
  let waiting: (() => void)[] = []
  let isDue = false
  let isClosed = false

  function work(): void {
    isDue = false
    if (isClosed) return
    const isFinished = indexes.takeIn(sliceOf(sliceMs, runtime))
    if (indexes.left <= fewTexts) letGo()
    if (!isFinished) soon()
  }

  function soon(): void {
    if (isDue) return
    isDue = true
    void runtime.turn().then(work)
  }

  function letGo(): void {
    for (const resolve of waiting) resolve()
    waiting = []
  }

  return {
    begin() {
      if (indexes.left > 0 && !isClosed) soon()
    },
    ready(): Promise<void> | undefined {
      if (isClosed || indexes.left <= fewTexts) return undefined
      return new Promise((resolve) => waiting.push(resolve))
    },
    close() {
      isClosed = true
      letGo()
    },
  }
}
