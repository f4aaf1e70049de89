import type { Board } from "./board.ts"
import type { BoardEvent } from "./events.ts"
import { numberOf } from "../wire/names.ts"
import type { Reflection, Task } from "./records.ts"

/** Full-text search over what is durable. All answers are numbers, best first. */
export interface Search {
  /** Tasks whose title, description, tags, project, criteria or summary hold these words. */
  tasks(text: string): readonly number[]
  /** Reflections that hold these words, or whose task does in its title, tags or project. */
  reflections(text: string): readonly number[]
  /** Reflections that share words with the title, tags, project or criteria of a task. */
  related(task: Task): readonly number[]
}

/** The side of the index that the engine feeds. */
export interface SearchIndex extends Search {
  /** Takes over texts as they are now; they are indexed by and by, at the latest by the next search. */
  put(texts: Texts): void
  /** Resolves when a search would not hold others up; undefined when that is so already. */
  ready(): Promise<void> | undefined
  /** Ends what goes on in the background; who waits is let go. */
  close(): void
}

/** What can be found, as records, by number; undefined for a task that is gone. They are gone through only once. */
export interface Texts {
  readonly tasks: Counted<readonly [number, Task | undefined]>
  readonly reflections: Counted<readonly [number, Learned]>
}

/** Such as a map. */
export interface Counted<T> extends Iterable<T> {
  readonly size: number
}

/** A reflection, and the task that it was learned by, while there is one. */
export interface Learned {
  readonly reflection: Reflection
  readonly task: Task | undefined
}

/** As the board is now, though they are gone through by and by: the server need not wait for it when it starts. */
export function allTexts(board: Board): Texts {
  const reflections = [...board.reflections.values()].map((reflection) => learned(board, reflection))
  return {
    tasks: counted([...board.tasks.values()], (task) => [task.n, task]),
    reflections: counted(reflections, (each) => [each.reflection.n, each]),
  }
}

/** The texts that these commands, folded in already, have changed. Most events change none. */
export function changedTexts(
  board: Board,
  commands: readonly { readonly events: readonly BoardEvent[] }[],
): Texts {
  const tasks = new Map<number, Task | undefined>()
  const reflections = new Map<number, Learned>()
  const add = (n: number) => {
    const reflection = board.reflections.get(n)
    if (reflection) reflections.set(n, learned(board, reflection))
  }
  const look = (event: BoardEvent) => {
    if (event.type === "task.reflected") add(numberOf(event.reflection))
    if (!changesTask(event)) return
    const n = numberOf(event.task)
    tasks.set(n, board.tasks.get(n))
    for (const reflection of board.reflectionsOf.of(n)) add(reflection)
  }
  for (const { events } of commands) events.forEach(look)
  return { tasks, reflections }
}

// --- internal ---

const fields = ["title", "description", "tags", "project", "done_criteria"] as const

function changesTask(event: BoardEvent): event is BoardEvent & { task: string } {
  switch (event.type) {
    case "task.created":
    case "task.deleted":
      return true
    case "task.edited":
      return fields.some((field) => event.changes[field] !== undefined)
    case "task.completed":
      return event.summary !== null
    default:
      return false
  }
}

function counted<T, U>(items: readonly T[], convert: (item: T) => U): Counted<U> {
  return {
    size: items.length,
    *[Symbol.iterator]() {
      for (const item of items) yield convert(item)
    },
  }
}

function learned(board: Board, reflection: Reflection): Learned {
  return { reflection, task: board.tasks.get(reflection.task) }
}
