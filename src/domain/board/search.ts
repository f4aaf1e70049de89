import type { Board } from "./board.ts"
import type { BoardEvent } from "../events/index.ts"
import type { excerptFields, MatchView } from "../wire/tasks/match-schema.ts"
import { numberOf } from "../wire/names.ts"
import type { Task } from "./records.ts"
import type { Reflection } from "./said/said-records.ts"
import { subjectsOf } from "./trail.ts"

/** Numbers of existing tasks or reflections, without duplicates, best match first. */
export type Ranking = Uint32Array | readonly number[]

/**
 * Full-text search over all durable texts. If its index does not fit in memory, `tasks` and `reflections` refuse with
 * `memory_too_small`, and `related` finds nothing.
 */
export interface Search {
  /** Tasks whose title, description, tags, project, criteria or summary contain these words. */
  tasks(text: string): Ranking
  /** Reflections that contain these words, or whose task has them in its title, tags or project. */
  reflections(text: string): Ranking
  /** Reflections that share words with the title, tags, project or criteria of a task. */
  related(task: Task): Ranking
  /** Returns a function that finds the words of a query in a task. It reads up to 4,096 characters of each text. */
  matcher(text: string): (task: Task) => MatchView
}

/** A searchable field of a task. */
export type SearchedField = "title" | (typeof excerptFields)[number]

/** The search as the engine sees it: it also puts texts into the index. */
export interface SearchIndex extends Search {
  /** The indexed fields of a task. After a change of one, the task must be put again. */
  readonly fields: ReadonlySet<SearchedField>
  /** Takes the current texts. They are indexed in the background, or by the next search if that comes first. */
  put(texts: Texts): void
  /** Resolves when a search would no longer delay other requests; undefined if that is already the case. */
  ready(): Promise<void> | undefined
  /** Why search is off until a restart, in a sentence; undefined while it works. */
  readonly trouble: string | undefined
  /** Stops the indexing in the background and resolves the promises of `ready`. */
  close(): void
}

/** Records to index, by number; undefined for deleted ones. Each list is iterated only once. */
export interface Texts {
  readonly tasks: Counted<readonly [number, Task | undefined]>
  readonly reflections: Counted<readonly [number, Learned]>
}

/** An iterable of known size, such as a map. */
export interface Counted<T> extends Iterable<T> {
  readonly size: number
}

/** A reflection and its task, unless the task was deleted. */
export interface Learned {
  readonly reflection: Reflection
  readonly task: Task | undefined
}

/** All current texts of the board. They are indexed in the background, so a start does not wait for them. */
export function allTexts(board: Board): Texts {
  const reflections = [...board.reflections.values()].map((reflection) => learned(board, reflection))
  return {
    tasks: counted([...board.tasks.values()], (task) => [task.n, task]),
    reflections: counted(reflections, (each) => [each.reflection.n, each]),
  }
}

/** The texts that commands changed in these fields. The commands are already folded in. Most events change no text. */
export function changedTexts(
  board: Board,
  commands: readonly { readonly events: readonly BoardEvent[] }[],
  searched: SearchIndex["fields"],
): Texts {
  const tasks = new Map<number, Task | undefined>()
  const reflections = new Map<number, Learned>()
  const add = (n: number) => {
    const reflection = board.reflections.get(n)
    if (reflection) reflections.set(n, learned(board, reflection))
  }
  const put = (n: number) => {
    tasks.set(n, board.tasks.get(n))
    for (const reflection of board.reflectionsOf.of(n)) add(reflection)
  }
  const look = (event: BoardEvent) => {
    if (event.type === "board.imported") for (const id of subjectsOf(event)) put(numberOf(id))
    if (event.type === "import.aborted" || event.type === "import.taken_back")
      for (const n of board.importedBy(numberOf(event.import))?.values() ?? []) put(n)
    if (event.type === "task.reflected") add(numberOf(event.reflection))
    if (changesText(event, searched)) put(numberOf(event.task))
  }
  for (const { events } of commands) events.forEach(look)
  return { tasks, reflections }
}

// --- internal ---

function changesText(
  event: BoardEvent,
  searched: ReadonlySet<string>,
): event is BoardEvent & { task: string } {
  switch (event.type) {
    case "task.created":
    case "task.deleted":
    case "task.restored":
      return true
    case "task.edited":
      return Object.keys(event.changes).some((field) => searched.has(field))
    case "task.put_back":
      return Object.keys(event.fields).some((field) => searched.has(field))
    case "task.completed":
      return event.summary !== null && searched.has("summary")
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
