import { nameKey } from "../../wire/names.ts"
import { priorities } from "../../wire/enums.ts"
import type { Task } from "../records.ts"

/** The queue that a ready task is in, and its rank there. */
export interface QueuePlace {
  readonly isTodo: boolean
  readonly key: string
  /** The key of the part: `key`, with the project or the session behind it. */
  readonly part: string
  readonly rank: number
}

export function queuePlaceOf(task: Task): QueuePlace {
  const isTodo = task.status === "todo"
  const key = isTodo ? todoKey(task.assignee, skillKey(task.fields.skills)) : nameKey(task.assignee ?? "")
  const session = task.lease?.state === "held" ? (task.lease.session ?? "") : ""
  return { isTodo, key, part: within(key, isTodo ? task.fields.project : session), rank: rankOf(task) }
}

/** The key of the queue of what is assigned to somebody, or with `null` to nobody, and takes these skills. */
export function todoKey(assignee: string | null, skills: string): string {
  const key = assignee === null ? "" : nameKey(assignee)
  return skills === "" ? key : `${key}\t${skills}`
}

/** One text for one set of skills; empty for none. Skills hold no control characters. */
export function skillKey(skills: readonly string[]): string {
  return skills.length === 0 ? "" : skills.toSorted().join("\t")
}

/** The key of a part. Names hold no control characters, so a newline separates them safely. */
export function within(key: string, part: string): string {
  return `${key}\n${part}`
}

/** One number that sorts by priority, then by task number. A task number has 48 bits, so the rank is below 2^53. */
export function rankOf(task: Task): number {
  return priorities.indexOf(task.fields.priority) * rankStep + task.n
}

export function numberInRank(rank: number): number {
  return rank % rankStep
}

// --- internal ---

const rankStep = 2 ** 48
