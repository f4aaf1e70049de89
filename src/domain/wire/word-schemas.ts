import * as z from "zod"
import { priorities, statuses, type Status as TaskStatus } from "./enums.ts"
import { many } from "./schemas.ts"
import { priorityMeant, statusesNamed, statusNamed } from "./words.ts"

// Statuses and priorities, for which requests may use other words: `in_progress`, `high`.

function expected(known: readonly TaskStatus[], given: unknown): string {
  const meant = typeof given === "string" ? statusesNamed(given) : []
  const more = meant.length > 1 ? `; ${JSON.stringify(given)} could mean any of ${meant.join(", ")}` : ""
  return `expected one of ${known.join(", ")}${more}`
}

const inOurWord = (word: TaskStatus) => (typeof word === "string" ? (statusNamed(word) ?? word) : word)

/** A status as answers name it. */
export const StatusName = z
  .enum(statuses, { error: ({ input }) => expected(statuses, input) })
  .meta({ id: "TaskStatus", description: "the status of a task" })
export const Status = z.preprocess(inOurWord, StatusName)

const first = ["todo", "doing", "blocked"] as const
/** Where a new task may stand. */
export const FirstStatus = z.preprocess(
  (word: (typeof first)[number]) => inOurWord(word),
  z.enum(first, { error: ({ input }) => expected(first, input) }),
)
/** Statuses in a filter, where a word may mean several. */
export const StatusFilter = z.preprocess(
  (value: TaskStatus | TaskStatus[] | undefined) =>
    value === undefined
      ? undefined
      : [value].flat().flatMap((word): readonly TaskStatus[] => {
          const meant = typeof word === "string" ? statusesNamed(word) : []
          return meant.length === 0 ? [word] : meant
        }),
  many(StatusName),
)
export const Priority = z
  .string({ error: "expected P0, P1, P2 or P3" })
  .transform((text) => priorityMeant(text) ?? text.trim().toUpperCase())
  .pipe(z.enum(priorities, { error: "expected P0 (most urgent), P1, P2 or P3" }))
  .meta({ id: "Priority", type: "string", enum: [...priorities], description: "P0 (most urgent) to P3" })
