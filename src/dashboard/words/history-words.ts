import type { EventType } from "../../domain/events/index.ts"
import type { AttemptView, HistoryEntry } from "../api/types.ts"
import { eventWords } from "./event-words.ts"
import { fieldWords } from "./field-names.ts"
import { full } from "./format.ts"
import { statusNames } from "./move-words.ts"

/** What somebody did, as the words that follow their name. */
export function worded({ type, changes }: HistoryEntry): string {
  const source = changes.find(({ field }) => field === "source")?.to
  if (type === "board.imported" && typeof source === "string") return `imported it from ${source}`
  const to = changes.find(({ field }) => field === "status")?.to
  const place = typeof to === "string" && to in statusNames ? statusNames[to as keyof typeof statusNames] : ""
  const words = type in eventWords ? eventWords[type as EventType].history : undefined
  return typeof words === "function"
    ? words(place, isEmptied(changes[0]?.to))
    : (words ?? type.replace(".", " "))
}

/** The criterion that was checked off. It follows the words. */
export function criterionOf({ type, changes: [change] }: HistoryEntry): string | null {
  return type === "task.checked" ? short(change?.to ?? change?.from) : null
}

/** The details: what was said, and which fields changed. */
export function toldBy({ type, changes, detail }: HistoryEntry): string[] {
  const isFirst = changes.some(({ field }) => field === "source")
  const fields = changes.filter(
    ({ field, to }) =>
      !hidden.has(field) &&
      !(type === "board.imported" && isFirst) &&
      !toldWhole.has(type) &&
      !(field === "status" && type !== "task.edited") &&
      !(field === "assignee" && handed.has(type) && !(type === "task.released" && to !== "unassigned")),
  )
  const lines = fields.map(({ field, from, to }) =>
    isEmptied(from)
      ? `${fieldWords(field)}: ${short(to)}`
      : isEmptied(to)
        ? `${fieldWords(field)} removed: ${short(from)}`
        : `${fieldWords(field)}: ${short(from)} → ${short(to)}`,
  )
  // The panel shows the comments in full above the history.
  const isTold = detail !== undefined && detail !== "" && type !== "task.commented"
  return isTold ? [detail, ...lines] : lines
}

/** Who failed, and who let the claim expire, the first one first: `wren and pico let their claims expire; bo failed`. */
export function sayEnds(attempts: readonly Pick<AttemptView, "agent" | "outcome">[]): string {
  const said = (outcome: AttemptView["outcome"], one: string, many = one) => {
    const ended = attempts.filter((each) => each.outcome === outcome).map(({ agent }) => agent)
    const names = [...new Set(ended.reverse())]
    return names.length === 0 ? [] : [`${listed.format(names)} ${names.length === 1 ? one : many}`]
  }
  return [
    ...said("expired", outcomeNames.expired, "let their claims expire"),
    ...said("failed", "failed"),
  ].join("; ")
}

const listed = new Intl.ListFormat("en-GB")

export const outcomeNames: Readonly<Record<AttemptView["outcome"], string>> = {
  done: "finished it",
  review: "submitted it for review",
  released: "released it",
  failed: "failed",
  expired: "let the claim expire",
  taken_back: "lost the claim",
  running: "is working on it",
}

// --- internal ---

/** Events whose words already say everything. */
const toldWhole: ReadonlySet<string> = new Set(["task.created", "task.checked"])

/** Events whose words already say who has the task now. */
const handed: ReadonlySet<string> = new Set(["task.claimed", "task.released", "lease.expired"])

/** Fields that follow from the others. */
const hidden = new Set(["startedAt", "finishedAt", "updatedAt", "lease", "ready", "attempts", "expiries"])

const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

function isEmptied(value: unknown): boolean {
  return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)
}

function short(value: unknown): string {
  if (isEmptied(value)) return "nothing"
  if (value === "unassigned") return "nobody"
  if (typeof value === "string" && isTime.test(value)) return full(value)
  const text =
    typeof value === "string" ? value : Array.isArray(value) ? value.join(", ") : JSON.stringify(value)
  return text === "" ? "nothing" : text.length > 80 ? `${text.slice(0, 80)}…` : text
}
