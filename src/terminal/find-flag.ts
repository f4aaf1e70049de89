import { flagsMeant } from "./flag-guesses.ts"
import type { Flag, Flags, Positional } from "./flag.ts"
import { isTaskId } from "./typed.ts"

/** `blockedBy` and `done_criteria` as flags are spelled: `blocked-by`, `done-criteria`. */
export function toKebab(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, "$1-$2")
    .replace(/_/g, "-")
    .toLowerCase()
}

/** A flag by its name, its letter, or its name with `no-` before it. */
export function find(name: string, flags: Flags): { key: string; flag: Flag; negated: boolean } | undefined {
  const byShort =
    name.length === 1 ? Object.entries(flags).find(([, { short }]) => short === name) : undefined
  if (byShort) return { key: byShort[0], flag: byShort[1], negated: false }
  const key = toKebab(name)
  const flag = Object.hasOwn(flags, key) ? flags[key] : undefined
  if (flag) return { key, flag, negated: false }
  const positive = key.startsWith("no-") ? key.slice(3) : ""
  const denied = Object.hasOwn(flags, positive) ? flags[positive] : undefined
  return denied?.kind === "boolean" ? { key: positive, flag: denied, negated: true } : undefined
}

/** The flag that a flag of another tool means. */
export function findMeant(name: string, flags: Flags, value = ""): ReturnType<typeof find> {
  // In a list, elsewhere, it means tasks that have not changed for so many days.
  if (name === "days" && flags["sort"]) return undefined
  const meant = flagsMeant(spelled(name)).filter((each) => Object.hasOwn(flags, each))
  // `-P` is a parent in some tools, and a project in others.
  const key = meant.find((each) => each !== "parent" || meant.length === 1 || isTaskId(value))
  const flag = key === undefined ? undefined : flags[key]
  return flag && key !== undefined ? { key, flag, negated: false } : undefined
}

/** A letter means another flag in the other case. */
const spelled = (name: string) => (name.length === 1 ? name : toKebab(name))

/** Whether a flag means what stands here without one: `comment T-1 -m "half done"`. */
export function isPlace(name: string, flags: Flags, positionals: readonly Positional[]): boolean {
  if (find(name, flags)) return false
  const key = spelled(name)
  const places = positionals.map((place) => place.name)
  const meant = [key, ...flagsMeant(key)].find((each) => Object.hasOwn(flags, each) || places.includes(each))
  return meant !== undefined && places.includes(meant)
}
