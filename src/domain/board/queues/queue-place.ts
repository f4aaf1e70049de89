import { nameKey } from "../../wire/names.ts"
import { priorities } from "../../wire/enums.ts"
import { mostInRank } from "../../wire/tasks/rank.ts"
import type { Task } from "../records.ts"

/** The queue that a ready task is in, and its turn there. */
export interface QueuePlace {
  readonly isTodo: boolean
  readonly key: string
  /** The key of the part: `key` with the following project or session. */
  readonly part: string
  readonly turn: QueueTurn
}

/**
 * The turn: by priority, then tasks with a rank in the order of their ranks, then the others by number. Without a rank
 * it is a number.
 */
export type QueueTurn = number | string

export function queuePlaceOf(task: Task): QueuePlace {
  // A task that is offered to an agent comes first for that agent, like work in progress.
  const isTodo = task.status === "todo" && task.lease?.state !== "offered"
  const key = isTodo ? todoKey(task.assignee, skillKey(task.fields.skills)) : nameKey(task.assignee ?? "")
  const session = task.lease?.state === "held" ? (task.lease.session ?? "") : ""
  return { isTodo, key, part: within(key, isTodo ? task.fields.project : session), turn: turnOf(task) }
}

/** The key of the queue of tasks that are assigned to an agent (with `null`, to no agent) and need these skills. */
export function todoKey(assignee: string | null, skills: string): string {
  const key = assignee === null ? "" : nameKey(assignee)
  return skills === "" ? key : `${key}\t${skills}`
}

/** One text for a set of skills; empty for the empty set. Skills do not contain control characters. */
export function skillKey(skills: readonly string[]): string {
  return skills.length === 0 ? "" : skills.toSorted().join("\t")
}

/** The key of a part. Names do not contain control characters, so a newline separates them safely. */
export function within(key: string, part: string): string {
  return `${key}\n${part}`
}

/**
 * A task number has 48 bits, so the number is below 2^53. In a text every part has a fixed length, so texts compare
 * correctly.
 */
export function turnOf({ n, fields: { priority, rank } }: Task): QueueTurn {
  const place = priorities.indexOf(priority)
  if (rank === null) return place * turnStep + n
  return `${place}${rank.padEnd(mostInRank)}${n.toString(36).padStart(10, "0")}`
}

export function numberInTurn(turn: QueueTurn): number {
  return typeof turn === "number" ? turn % turnStep : Number.parseInt(turn.slice(1 + mostInRank), 36)
}

export function compareTurns(a: QueueTurn, b: QueueTurn): number {
  if (typeof a === "number") return typeof b === "number" ? a - b : -compareMixed(b, a)
  if (typeof b === "number") return compareMixed(a, b)
  return a < b ? -1 : a > b ? 1 : 0
}

// --- internal ---

const turnStep = 2 ** 48

function compareMixed(text: string, number: number): number {
  return Number(text[0]) - Math.floor(number / turnStep) || -1
}
