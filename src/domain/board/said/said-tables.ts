import { createLists, type Lists } from "../../collections/lists.ts"
import { createTable, type Table, type Undo } from "../../collections/table.ts"
import { nameKey } from "../../wire/names.ts"
import { createQuestions } from "./questions.ts"
import type { Comment, Reflection, Review } from "./said-records.ts"

/** A table of texts about tasks, with the numbers of its records by task and by author. */
export interface SaidTable<T> {
  readonly table: Table<number, T>
  readonly byTask: Lists
  readonly byName: Lists<string>
}

export type CommentTables = ReturnType<typeof createComments>

/** @param onChange called with the number of the task after each change */
export function createComments(undo: Undo, onChange: (task: number) => void) {
  const said = createSaidTable<Comment>(
    undo,
    ({ task, author, ask, answers }) => (ask || answers ? undefined : authorKey(task, author)),
    (before, after) => {
      if ((before ?? after)?.ask ?? (before ?? after)?.answers) questions.changed(before, after)
      onChange((after ?? before)?.task ?? 0)
    },
  )
  const questions = createQuestions((n) => said.table.get(n))
  /** `commentsBy`: by `authorKey`, without questions and answers, which a hand-over shows to their author too. */
  return { comments: said.table, commentsOf: said.byTask, commentsBy: said.byName, questions }
}

export function createReflections(undo: Undo): SaidTable<Reflection> {
  return createSaidTable(
    undo,
    ({ agent }) => nameKey(agent),
    () => {},
  )
}

/** Nobody asks for the reviews by one reviewer. */
export function createReviews(undo: Undo): Pick<SaidTable<Review>, "table" | "byTask"> {
  const byTask = createLists()
  const table = createTable<number, Review>(
    ({ n }) => n,
    undo,
    (before, after) => {
      if (before) byTask.remove(before.task, before.n)
      if (after) byTask.add(after.task, after.n)
    },
  )
  return { table, byTask }
}

/** The key of the comments of one author on one task. */
export function authorKey(task: number, author: string): string {
  return `${task}\n${nameKey(author)}`
}

// --- internal ---

function createSaidTable<T extends { readonly n: number; readonly task: number }>(
  undo: Undo,
  keyOf: (record: T) => string | undefined,
  onChange: (before: T | undefined, after: T | undefined) => void,
): SaidTable<T> {
  const byTask = createLists()
  const byName = createLists<string>()
  const table = createTable<number, T>(
    ({ n }) => n,
    undo,
    (before, after) => {
      if (before) byTask.remove(before.task, before.n)
      if (after) byTask.add(after.task, after.n)
      const [left, key] = [before && keyOf(before), after && keyOf(after)]
      if (before && left !== undefined) byName.remove(left, before.n)
      if (after && key !== undefined) byName.add(key, after.n)
      onChange(before, after)
    },
  )
  return { table, byTask, byName }
}
