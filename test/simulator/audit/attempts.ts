import type { BoardEvent } from "../../../src/domain/events/index.ts"
import { policy } from "../policy.ts"
import { day, minute, second } from "../time.ts"
import { promise } from "../violation.ts"
import type { Card } from "./cards.ts"
import { roomAt, same, type Moment } from "./next.ts"

interface Present {
  /** The board before the event. */
  readonly moment: Moment
  readonly now: number
}

/** What the end of an attempt comes to: who has the task then, what it counts, and how long it rests. */
export function checkEnd(card: Card, event: BoardEvent, present: Present): void {
  const expected =
    event.type === "task.released"
      ? released(card, event, present)
      : event.type === "lease.expired"
        ? ranOut(card, present)
        : undefined
  if (!expected) return
  for (const [field, value] of Object.entries(expected)) {
    const found = Reflect.get(event, field) as unknown
    promise(
      found === value || (field === "assignee" && same(found as string, value as string)),
      () => `${event.type} on T-${card.n}: ${field} is ${String(found)}, and ${String(value)} was due`,
    )
  }
}

// --- internal ---

/** A failure costs an attempt, and the task goes to the next of its escalation. */
function released(
  { attempts, expiries, escalation, project, skills }: Card,
  { failed, agent, waitsFor }: BoardEvent & { type: "task.released" },
  { moment, now }: Present,
) {
  if (waitsFor !== undefined)
    return { failed: false, to: "blocked", attempts, assignee: undefined, backoffUntil: null }
  if (!failed) return { to: "todo", attempts, assignee: undefined, backoffUntil: null }
  const rungs = escalation.length > 0 ? escalation : (policy.escalation[project] ?? [])
  const room = roomAt(moment, now)
  const left = rungs.slice(attempts + 1).filter((name) => room.lacking({ skills }, name).length === 0)
  const own = left.find((name) => same(name, agent))
  if (own !== undefined) left.splice(left.indexOf(own), 1)
  const assignee = left.find((name) => isThere(moment, name, now))
  const isLast = rungs.length > 0 ? assignee === undefined : attempts + 1 >= policy.maxAttempts
  return {
    to: isLast ? "blocked" : "todo",
    attempts: attempts + 1,
    assignee,
    backoffUntil: isLast ? null : now + restAfter(attempts + 1 + expiries),
  }
}

/** Who went away says nothing about the task. An offer that could not be taken up stays with whose it was. */
function ranOut(card: Card, { moment, now }: Present) {
  const { attempts, expiries, held } = card
  if (held?.offered === true) {
    const room = roomAt(moment, now)
    const taken = room.takenFor(card) ?? room.takenForAgent(held.agent)
    const assignee = taken ? held.agent : undefined
    return { to: "todo", attempts, expiries, assignee, backoffUntil: null }
  }
  const isLast = expiries + 1 >= policy.maxExpiries
  return {
    to: isLast ? "blocked" : "todo",
    attempts,
    expiries: expiries + 1,
    assignee: undefined,
    backoffUntil: isLast ? null : now + restAfter(attempts + expiries + 1),
  }
}

/** Known to the board, and not away for more than a day. */
function isThere({ hands, agentPauses }: Moment, name: string, now: number): boolean {
  const pause = agentPauses.get(name.toLowerCase())
  return hands.has(name.toLowerCase()) && (pause ? (pause.until ?? Infinity) : 0) <= now + day
}

function restAfter(ends: number): number {
  return Math.min(30 * second * 2 ** (ends - 1), 60 * minute)
}
