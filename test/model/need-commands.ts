import type { Random } from "../support/random.ts"
import { day, hour, minute } from "./cards.ts"
import type { Run } from "./run.ts"

/** Some of them are above others. */
export const places = ["src", "src/http", "src/http/app", "src/cli", "gpu", "gpu/0", "claude"]
const skills = ["opus", "browser"]
/** Whoever may be taken off the list. */
const others = ["Mira", "rea", "Zed"]
/** For so long an agent is paused. Nobody else is given its tasks but for more than a day. */
const times = ["1m", "10m", "23h", "24h", "25h", "3d", undefined] as const
const parseTime = (time: string) =>
  Number(time.slice(0, -1)) * { m: minute, h: hour, d: day }[time.at(-1) as "m" | "h" | "d"]

/** What a task needs while somebody is at work on it, and what it takes to do it. */
export function someNeeds(random: Random, often: number) {
  return {
    ...(random.chance(often) && { resources: someOf(random, places, 0.2) }),
    ...(random.chance(often / 2) && { skills: someOf(random, skills, 0.4) }),
  }
}

/** Who is to try it in turn. Some of them ask for no work by themselves. */
export function someEscalation(random: Random): string[] {
  return Array.from({ length: 1 + random.below(4) }, () => random.pick(["ann", "Bob", "eve", ...others]))
}

export function someLimit(random: Random, now: number) {
  return {
    ...(random.chance(0.3) && { resource: random.pick(places) }),
    ...(random.chance(0.7) && { until: now + random.below(20 * minute) - minute }),
  }
}

/** What people say of resources, and agents of themselves. */
export function createNeedCommands(run: Run, agentName: () => string): Record<string, () => Promise<string>> {
  const { service, random, model, attempt } = run
  const paused = () => model.team().filter(({ pausedUntil }) => pausedUntil !== undefined)
  return {
    describe() {
      const name = agentName()
      const sent = {
        ...(random.chance(0.7) && { resources: random.chance(0.5) ? [] : someOf(random, places, 0.15) }),
        ...(random.chance(0.7) && { skills: someOf(random, skills, 0.7) }),
      }
      return attempt("agent.describe", { name, ...sent }, {}, () => model.describe(name, sent))
    },
    pauseAgent() {
      const time = random.pick(times)
      const name = random.chance(0.8) ? random.pick(others) : agentName()
      const ms = time === undefined ? Infinity : parseTime(time)
      const sent = time === undefined ? {} : { for: time }
      return attempt("agent.pause", { name, ...sent }, { actor: "zoe" }, () => model.pause(name, ms))
    },
    resumeAgent() {
      const name = random.pick([...paused().map((each) => each.name), random.pick(others)])
      return attempt("agent.resume", { name }, { actor: "zoe" }, () => model.resume(name))
    },
    takeOff() {
      const name = random.pick(others)
      return attempt("agent.delete", { name }, { actor: "zoe" }, () => model.takeOff(name))
    },
    setResource() {
      const name = random.pick([...places, "gpu", "gpu", "claude", "claude"])
      const capacity = random.pick([undefined, null, 1, 2, 2, 3])
      const input = { name, ...(capacity !== undefined && { capacity }) }
      return attempt("resource.set", input, {}, () => model.set(name, capacity))
    },
    closeResource() {
      const name = random.pick(places)
      const until = random.chance(0.2) ? null : service.now() + random.below(hour / 4) - minute
      const input = { name, until: until === null ? null : new Date(until).toISOString() }
      return attempt("resource.close", input, {}, () => model.close(name, until))
    },
    openResource() {
      const closed = places.filter((name) => model.placeOf(name)?.closed)
      const name = random.pick(closed.length > 0 ? closed : places)
      return attempt("resource.open", { name }, {}, () => model.open(name))
    },
  }
}

// --- internal ---

function someOf(random: Random, all: readonly string[], often: number): string[] {
  return all.filter(() => random.chance(often))
}
