import type { TaskView } from "../api/types.ts"
import { moment } from "./format.ts"

export type ShownTaken = NonNullable<TaskView["taken"]>

/** So many of those who are at work in a resource are named. */
export const mostNamed = 3

/** What a task waits for, and who is at work there: `src/http — T-3 (ann)`. */
export function sayTaken(taken: ShownTaken): string {
  const end = endOfClosed(taken)
  if (end !== null) return `${taken.resource}, ${end}${taken.reason ? `: ${taken.reason}` : ""}`
  const named = taken.by
    .slice(0, mostNamed)
    .map(({ task, agent, unlanded }) => `${task} (${agent}${unlanded ? ", not landed" : ""})`)
  return [taken.resource, ...(named.length > 0 ? [named.join(", ") + sayMore(taken)] : [])].join(" — ")
}

/** The same in as few words as a card has room for: `src/http — T-3`, `gpu until 18:30`. */
export function sayTakenShort({ resource, by, closedUntil }: ShownTaken): string {
  if (closedUntil) return `${resource} until ${moment(closedUntil)}`
  if (closedUntil === null) return `${resource}, closed`
  const [first, ...others] = by
  return first ? `${resource} — ${first.task}${others.length > 0 ? ` +${others.length}` : ""}` : resource
}

/** ` and 2 more`, or nothing. */
export function sayMore({ by }: ShownTaken): string {
  return by.length > mostNamed ? ` and ${by.length - mostNamed} more` : ""
}

/** `closed until 18:30`; null where it is open. */
export function endOfClosed({ closedUntil }: Pick<ShownTaken, "closedUntil">): string | null {
  if (closedUntil === undefined) return null
  return closedUntil === null ? "closed until someone opens it" : `closed until ${moment(closedUntil)}`
}
