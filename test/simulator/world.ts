import { promise } from "./violation.ts"
import { createRandom, type Random } from "../support/random.ts"

/** Whose an event is: what a process does stops while it is frozen, and never happens once it is dead. */
export interface Owner {
  readonly state: "running" | "frozen" | "dead"
  /** Keeps an event until the process goes on. */
  keep(act: () => void): void
}

/** Simulated time, and everything that happens in it: one thing after the other, in an order that the seed gives. */
export interface World {
  readonly random: Random
  /** Ms since the run began. */
  readonly now: number
  /** Does something after so many ms. Returns how to call it off. */
  after(ms: number, act: () => void, owner?: Owner): () => void
  /** Resolves after so many ms. */
  delay(ms: number): Promise<void>
  /** Lets so many ms go by. */
  pass(ms: number): Promise<void>
  /** Lets time go by until something holds, for at most so many ms. */
  passUntil(holds: () => boolean, most: number): Promise<boolean>
}

export function createWorld(seed: number): World {
  const queue: Entry[] = []
  let now = 0
  let count = 0
  /** How many things have happened at this moment. */
  let atOnce = 0

  function put(entry: Entry): void {
    let low = 0
    let high = queue.length
    while (low < high) {
      const middle = (low + high) >> 1
      const { time, order } = queue[middle] as Entry
      if (time < entry.time || (time === entry.time && order < entry.order)) low = middle + 1
      else high = middle
    }
    queue.splice(low, 0, entry)
  }

  async function step(): Promise<void> {
    const entry = queue.shift()
    if (!entry) return
    atOnce = entry.time > now ? 0 : atOnce + 1
    promise(atOnce < 20_000, () => "something is done again and again, and time stands still")
    now = Math.max(now, entry.time)
    const { owner, act } = entry
    if (owner?.state === "frozen") owner.keep(act)
    else if (owner?.state !== "dead") act()
    await settle()
  }

  const world: World = {
    random: createRandom(seed),
    get now() {
      return now
    },
    after(ms, act, owner) {
      const entry = { time: now + Math.max(0, ms), order: count++, act, owner }
      put(entry)
      return () => {
        const place = queue.indexOf(entry)
        if (place >= 0) queue.splice(place, 1)
      }
    },
    delay: (ms) => new Promise((resolve) => void world.after(ms, resolve)),
    async pass(ms) {
      await settle()
      const end = now + ms
      while ((queue[0]?.time ?? Infinity) <= end) await step()
      now = end
    },
    async passUntil(holds, most) {
      await settle()
      const end = now + most
      while (!holds() && (queue[0]?.time ?? Infinity) <= end) await step()
      return holds()
    },
  }
  return world
}

// --- internal ---

interface Entry {
  readonly time: number
  readonly order: number
  readonly owner: Owner | undefined
  act(): void
}

/** Resolves when nothing is left to do at this moment: whatever waits now waits for simulated time. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
