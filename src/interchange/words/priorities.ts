import { named, type Notes } from "../notes.ts"
import type { Priority } from "../../domain/wire/enums.ts"
import { plainName, priorityNamed } from "../../domain/wire/words.ts"
import { foreignPriority } from "./other-languages.ts"

/**
 * What the priority of a task says in the file it comes from: what it is, which is noted, and what of it was not read.
 * @param own what words of this file mean
 */
export function readPriority(
  word: string | undefined,
  notes: Notes,
  own: Readonly<Record<string, Priority | null>> = {},
): { priority: Priority | null | undefined; unread: readonly (readonly ["priority", string])[] } {
  if (word === undefined) return { priority: undefined, unread: [] }
  const ownPriority = own[word.trim()]
  const priority = ownPriority === undefined ? priorityOf(word) : ownPriority
  if (priority) notes.add("mapped", `{task} with priority ${named(word)} → ${priority}`)
  return { priority, unread: priority === undefined ? [["priority", word]] : [] }
}

/** The priority that a word means; null: the word says that there is none; undefined: it is unknown. */
export function priorityOf(word: string): Priority | null | undefined {
  // Other tools have a fifth one.
  return plainName(word) === "p4" ? "P3" : (priorityNamed(word) ?? foreignPriority(word))
}
