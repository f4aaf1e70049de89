import type { Priority } from "../../domain/wire/enums.ts"
import { plainName } from "./statuses.ts"

/** The priority that a word means; null: the word says that there is none; undefined: it is unknown. */
export function priorityOf(word: string): Priority | null | undefined {
  return table.get(plainName(word))
}

// --- internal ---

const groups: readonly (readonly [Priority | null, string])[] = [
  ["P0", "p0|urgent|highest|critical|blocker|immediate"],
  ["P1", "p1|high|major|important"],
  ["P2", "p2|medium|normal|moderate|mid"],
  ["P3", "p3|p4|low|lowest|minor|trivial"],
  [null, "none|no priority|not set|unset"],
]
const table = new Map(groups.flatMap(([to, words]) => words.split("|").map((word) => [word, to] as const)))
