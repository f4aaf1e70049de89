import type { Task } from "../domain/board/records.ts"
import type { Learned, Texts } from "../domain/board/search.ts"
import { UpnextError } from "../errors.ts"
import type { Runtime } from "../machine/runtime.ts"
import { createBacklog } from "./backlog.ts"
import { indexed, taskTexts } from "./task-texts.ts"
import { createTextIndex, type Part } from "./text-index.ts"

/** The index of the tasks and that of the reflections, with the texts that they still lack. */
export type Indexes = ReturnType<typeof createIndexes>

export interface IndexesOptions {
  /** Throws a refusal, `memory_too_small`, when there is no room for more. */
  checkRoom(): void
  /** Told once, when the indexes are given up. */
  warn(message: string): void
  /** Default: that of the machine. */
  readonly runtime?: Runtime
}

/** If the memory does not suffice, both indexes are given up, because the board needs what is left. */
export function createIndexes({ checkRoom, warn }: IndexesOptions) {
  let tasks = createTextIndex()
  let reflections = createTextIndex()
  let taskBacklog = createBacklog<readonly [number, Task | undefined]>()
  let reflectionBacklog = createBacklog<readonly [number, Learned]>()
  let refusal: UpnextError | undefined

  const left = () => taskBacklog.size + reflectionBacklog.size

  /** Takes in the next text. Returns false when there is none. */
  function takeOne(): boolean {
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

  return {
    get tasks() {
      return tasks
    },
    get reflections() {
      return reflections
    },
    /** How many texts they still lack. */
    get left() {
      return left()
    },
    /** Why both were given up. They are empty then, and take nothing more. */
    get refusal() {
      return refusal
    },
    put(texts: Texts): void {
      if (refusal) return
      taskBacklog.put(texts.tasks)
      reflectionBacklog.put(texts.reflections)
    },
    /** Takes in texts and tidies up, as long as there is time. True when it is finished. */
    takeIn(hasTime: () => boolean): boolean {
      giveUpIfFull()
      while (hasTime() && takeOne());
      const isTidy = tasks.tidy(hasTime) && reflections.tidy(hasTime)
      return isTidy && left() === 0
    },
    /** Takes in all texts that are left, at once. */
    complete(): void {
      if (left() > 0) giveUpIfFull()
      while (takeOne());
    },
  }
}

// --- internal ---

function taskParts(task: Task): Part[] {
  return taskTexts.map(({ textOf, weight }) => ({ text: textOf(task), weight }))
}

function reflectionParts({ reflection, task }: Learned): Part[] {
  const content = { text: indexed(reflection.content), weight: 2 }
  if (!task) return [content]
  return [
    content,
    { text: task.fields.title, weight: 2 },
    { text: [...task.fields.tags, task.fields.project].join(" "), weight: 1 },
  ]
}
