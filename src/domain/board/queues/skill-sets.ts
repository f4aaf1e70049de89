import { isClosed } from "../tasks/is-closed.ts"
import { skillKey } from "./queue-place.ts"
import type { Task } from "../records.ts"

/** The different sets of skills that open tasks need, and how many tasks need each set. */
export type SkillSets = ReturnType<typeof createSkillSets>

export function createSkillSets() {
  const sets = new Map<string, { readonly skills: readonly string[]; count: number }>()

  function count(skills: readonly string[], step: 1 | -1): void {
    if (skills.length === 0) return
    const key = skillKey(skills)
    const set = sets.get(key) ?? { skills, count: 0 }
    set.count += step
    if (set.count === 0) sets.delete(key)
    else sets.set(key, set)
  }

  return {
    changed(before: Task | undefined, after: Task | undefined): void {
      const [left, taken] = [neededBy(before), neededBy(after)]
      if (left === taken) return
      count(left, -1)
      count(taken, 1)
    },
    /** The keys of the sets that are subsets of these skills; "" always is. */
    within(skills: readonly string[]): readonly string[] {
      if (sets.size === 0 || skills.length === 0) return plain
      return ["", ...[...sets].flatMap(([key, set]) => (isWithin(set.skills, skills) ? [key] : []))]
    },
    dump: (): unknown => [...sets].map(([key, { count }]) => [key, count]).sort(),
  }
}

/** Whether an agent with the skills `had` can do a task that needs the skills `needed`. */
export function isWithin(needed: readonly string[], had: readonly string[]): boolean {
  return needed.every((skill) => had.includes(skill))
}

// --- internal ---

const none: readonly string[] = []

function neededBy(task: Task | undefined): readonly string[] {
  return task && !isClosed(task) ? task.fields.skills : none
}

const plain: readonly string[] = [""]
