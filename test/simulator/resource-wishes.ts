import type { Random } from "../support/random.ts"
import { rungs } from "./agents.ts"
import type { Known, Wish } from "./wishes.ts"
import { epoch, minute, second } from "./time.ts"

/** Some of them are above others. */
export const places = ["src", "src/http", "src/http/app", "gpu", "gpu/0", "max"] as const
export const skills = ["opus", "browser"] as const

/** What a task needs while somebody is at work on it, and what it takes. Most tasks need nothing. */
export function needsOf(random: Random, often: number): Record<string, unknown> {
  return {
    resources: random.chance(often) ? someOf(random, places, 0.3) : undefined,
    skills: random.chance(often / 3) ? someOf(random, skills, 0.4) : undefined,
    escalation: random.chance(often / 2)
      ? Array.from({ length: random.below(4) }, () => random.pick(rungs))
      : undefined,
  }
}

/** What an agent says that met a limit. */
export function limitOf({ random, now }: Known): Record<string, unknown> {
  return {
    ...(random.chance(0.3) && { resource: random.pick(places) }),
    ...(random.chance(0.8) && { until: new Date(epoch + now + random.below(2 * minute)).toISOString() }),
  }
}

/** What people say of resources, and agents of themselves. */
export const resourceWishes = {
  describe: ({ random }: Known): Wish => ({
    name: "agent.describe",
    input: {
      name: random.pick(rungs),
      resources: random.chance(0.6) ? random.pick([[], [], ["max"], ["max"], ["gpu", "max"]]) : undefined,
      skills: random.chance(0.6) ? someOf(random, skills, 0.6) : undefined,
    },
  }),
  setResource: ({ random }: Known): Wish => ({
    name: "resource.set",
    input: {
      name: random.pick([...places, "gpu", "max"]),
      capacity: random.pick([undefined, null, 1, 2, 2, 3]),
    },
  }),
  closeResource: ({ random, now, mark }: Known): Wish => ({
    name: "resource.close",
    input: {
      name: random.pick(places),
      until: random.chance(0.1)
        ? null
        : new Date(epoch + now + random.pick([5 * second, minute]) + random.below(minute)).toISOString(),
      reason: mark(),
    },
  }),
  openResource: ({ random }: Known): Wish => ({
    name: "resource.open",
    input: { name: random.pick(places) },
  }),
}

// --- internal ---

function someOf(random: Random, all: readonly string[], often: number): string[] {
  return all.filter(() => random.chance(often))
}
