import type { Task } from "../domain/board/records.ts"
import type { SearchedField } from "../domain/board/search.ts"

/** Only this many characters of each text are indexed, which bounds the memory that a task takes. */
export const indexedLength = 4096

/** The part of a text that is searched. */
export function indexed(text: string): string {
  return text.length <= indexedLength ? text : text.slice(0, indexedLength)
}

/** A text of a task that is searched, and the weight of the words in it. */
interface TaskText {
  readonly field: SearchedField
  readonly weight: number
  textOf(task: Task): string
}

/** All texts of a task that are searched. Of two that match equally well, the excerpt shows the first. */
export const taskTexts: readonly TaskText[] = [
  { field: "title", weight: 4, textOf: ({ fields: { title } }) => title },
  { field: "description", weight: 1, textOf: ({ fields: { description } }) => indexed(description ?? "") },
  {
    field: "done_criteria",
    weight: 1,
    textOf: ({ fields: { done_criteria } }) => indexed(done_criteria.join("\n")),
  },
  { field: "summary", weight: 1, textOf: ({ summary }) => indexed(summary ?? "") },
  { field: "tags", weight: 3, textOf: ({ fields: { tags } }) => tags.join(", ") },
  { field: "project", weight: 2, textOf: ({ fields: { project } }) => project },
]
