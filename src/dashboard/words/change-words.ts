import type { Changes, TaskView } from "../api/types.ts"
import { fieldName, namesOfFields } from "./field-names.ts"
import { placeOf, statusNames } from "./move-words.ts"

/** What an edit did to a task: `T-7 is in Doing.`, `T-7: Assignee is otto.`, `T-7 now waits for T-3.` */
export function sayChange(changes: Changes, { id, ...after }: TaskView): string {
  const keys = Object.keys(changes).filter((key) => key !== "reason" && key !== "reflection")
  if (keys.includes("status") || keys.length === 0) return `${id} is in ${placeOf(after)}.`
  const [key = "", ...others] = keys
  const value = after[key as keyof typeof after]
  const text = Array.isArray(value) ? value.map(String).join(", ") : (value ?? "")
  const isShort = typeof text === "string" && text.length <= 60 && !/^(done_|notBefore)|At$/.test(key)
  if (others.length > 0 || !isShort) return `${id}: ${namesOfFields(keys)} changed.`
  const [verb, nothing] = verbs[key] ?? []
  if (verb !== undefined) return `${id} ${text === "" ? nothing : `${verb} ${text}`}.`
  return `${id}: ${fieldName(key)} ${/s$/.test(fieldName(key)) ? "are" : "is"} ${text === "" ? "empty" : text.replace(/^unassigned$/, "nobody")}.`
}

/** What an edit did to several tasks. */
export function sayChanges(changes: Changes, count: number): string {
  const keys = Object.keys(changes)
  const many = count === 1 ? "1 task" : `${count.toLocaleString()} tasks`
  if (changes.status !== undefined) return `${many} moved to ${statusNames[changes.status]}.`
  return `${many}: ${namesOfFields(keys)} changed.`
}

/** A task that could not be changed with others, and why. */
export interface UnchangedTask {
  readonly id: string
  readonly why: string
}

/** Which tasks stayed as they are, a sentence for each reason. */
export function sayRefused(refused: readonly UnchangedTask[]): string {
  return [...Map.groupBy(refused, ({ why }) => why)]
    .map(([why, tasks]) => {
      const [ids, more] = [tasks.slice(0, mostNamed).map(({ id }) => id), tasks.length - mostNamed]
      const who = more > 0 ? `${ids.join(", ")} and ${more} more` : ids.join(", ")
      return ` ${who} ${tasks.length === 1 ? "stays as it is" : "stay as they are"}: ${why}.`
    })
    .join("")
}

/** Why nothing can be changed while a moment of the past is shown. */
export const whyOff = "This is the past. Go back to now to make changes."

// --- internal ---

const mostNamed = 5

/** Of fields whose label is no noun, also where they were emptied. */
const verbs: Readonly<Record<string, readonly [string, string]>> = {
  blockedBy: ["now waits for", "no longer waits for a task"],
  discoveredFrom: ["was found in", "names no source task"],
  resources: ["now needs", "no longer needs a resource"],
}
