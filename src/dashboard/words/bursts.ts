import type { PublicEvent } from "../../domain/events/shown.ts"
import { sayEvent } from "./say-event.ts"

/** Events that one agent caused on one task, one right after the other, in the order of the list. */
export interface Burst {
  readonly first: PublicEvent
  /** The others, which a row shows when it is asked to. */
  readonly rest: readonly PublicEvent[]
}

/** Fewer stand for themselves. */
const fewest = 3

/** A longer pause ends a burst. In ms. */
const pauseMs = 15 * 60_000

/** Makes one entry of each burst; every other event is an entry of its own. */
export function toBursts(events: readonly PublicEvent[]): Burst[] {
  const runs: [PublicEvent, ...PublicEvent[]][] = []
  for (const event of events) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run && last && belongs(last, event)) run.push(event)
    else runs.push([event])
  }
  return runs.flatMap((run) => {
    const [first, ...rest] = run
    return run.length < fewest ? run.map((each) => ({ first: each, rest: [] })) : [{ first, rest }]
  })
}

// --- internal ---

function belongs(before: PublicEvent, event: PublicEvent): boolean {
  if (event.task === undefined || event.task !== before.task) return false
  const [one, other] = [sayEvent(before).who, sayEvent(event).who]
  if (one === null || one !== other) return false
  return Math.abs(Date.parse(before.at) - Date.parse(event.at)) <= pauseMs
}
