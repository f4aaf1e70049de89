import { nameKey } from "../../wire/names.ts"
import { priorities } from "../../wire/enums.ts"
import { mostInRank } from "../../wire/tasks/rank.ts"
import type { Task } from "../records.ts"

/** The queue that a ready task is in, and its turn there. */
export interface QueuePlace {
  readonly isTodo: boolean
  readonly key: string
  /** The key of the part: `key`, with the project or the session behind it. */
  readonly part: string
  readonly turn: QueueTurn
}

/** Whose turn it is: by priority, then those with a rank by that, then the others by number. Without a rank it is a number. */
export type QueueTurn = number | string

export function queuePlaceOf(task: Task): QueuePlace {
  // What is offered to somebody comes first for them, as work that goes on.
  const isTodo = task.status === "todo" && task.lease?.state !== "offered"
  const key = isTodo ? todoKey(task.assignee, skillKey(task.fields.skills)) : nameKey(task.assignee ?? "")
  const session = task.lease?.state === "held" ? (task.lease.session ?? "") : ""
  return { isTodo, key, part: within(key, isTodo ? task.fields.project : session), turn: turnOf(task) }
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

/** A task number has 48 bits, so a number is below 2^53. In a text every part has a length of its own, so texts compare. */
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
