import type { Priority } from "../../domain/wire/enums.ts"
import { plainName, priorityNamed } from "../../domain/wire/words.ts"

/** The priority that a word means; null: the word says that there is none; undefined: it is unknown. */
export function priorityOf(word: string): Priority | null | undefined {
  // Other tools have a fifth one.
  return plainName(word) === "p4" ? "P3" : priorityNamed(word)
}
