import { nameKey } from "../../wire/names.ts"
import { skillKey } from "./queue-place.ts"
import type { Agent, Task } from "../records.ts"
import { isWithin } from "./skill-sets.ts"

/**
 * The ready tasks in `todo` that no agent of the board can do. They are grouped by their sets of skills, and whether an
 * agent has all skills of a set is computed once, until the skills of an agent change. So tasks without skills cost
 * nothing.
 */
export interface Unable {
  /** How many there are. */
  readonly size: number
  numbers(): number[]
  has(task: Task): boolean
  /** It is assigned to somebody whom nobody knows. */
  isForStranger(task: Task): boolean
  /**
   * The skills that no agent has; if each skill has an agent but no agent has all of them, all skills that the task
   * needs.
   */
  lacking(task: Task): { readonly skills: readonly string[]; readonly together: boolean }
}

export interface UnableTasks extends Unable {
  /** A task becomes, stays or stops being ready. */
  moved(from: Task | undefined, to: Task | undefined): void
  agentChanged(before: Agent | undefined, after: Agent | undefined): void
  /** For comparing two boards. */
  dump(): unknown
}

/**
 * The ready tasks in `todo` that are assigned to an agent, found where they are stored anyway, so that changing a task
 * costs nothing more.
 */
interface Assigned {
  /** By the `nameKey` of the assignee. */
  all(): Iterable<readonly [string, Iterable<number>]>
  has(task: Task): boolean
  /** Nobody of this name was ever heard of or described. */
  isStranger(key: string): boolean
}

export function createUnable(assigned: Assigned): UnableTasks {
  const sets = new Map<string, SkillSet>()
  /** By `nameKey`; only those that can do something. */
  const had = new Map<string, readonly string[]>()

  function setOf({ fields: { skills } }: Task): SkillSet {
    const key = skillKey(skills)
    const set = sets.get(key) ?? { skills, ready: new Set() }
    sets.set(key, set)
    return set
  }

  function isUnable(set: SkillSet): boolean {
    set.isAble ??= [...had.values()].some((skills) => isWithin(set.skills, skills))
    return !set.isAble
  }

  function ofUnable(): Set<number>[] {
    return [...sets.values()].filter(isUnable).map(({ ready }) => ready)
  }

  function ofStrangers(): number[] {
    const numbers: number[] = []
    for (const [key, ready] of assigned.all()) if (assigned.isStranger(key)) numbers.push(...ready)
    return numbers
  }

  function all(): Set<number> {
    return new Set([...ofUnable().flatMap((ready) => [...ready]), ...ofStrangers()])
  }

  function isForStranger(task: Task): boolean {
    const { status, assignee } = task
    return (
      status === "todo" && assignee !== null && assigned.isStranger(nameKey(assignee)) && assigned.has(task)
    )
  }

  return {
    moved(from, to) {
      if (takesSkills(from)) leave(sets, from)
      if (takesSkills(to)) setOf(to).ready.add(to.n)
    },
    agentChanged(before, after) {
      if (before?.skills === after?.skills) return
      const key = nameKey((after ?? before)?.name ?? "")
      if (after && after.skills.length > 0) had.set(key, after.skills)
      else had.delete(key)
      for (const set of sets.values()) set.isAble = undefined
    },
    get size() {
      return all().size
    },
    numbers: () => [...all()],
    isForStranger,
    has(task) {
      if (isForStranger(task)) return true
      const set = task.fields.skills.length === 0 ? undefined : sets.get(skillKey(task.fields.skills))
      return set?.ready.has(task.n) === true && isUnable(set)
    },
    lacking({ fields: { skills } }) {
      const lacked = skills.filter((skill) => ![...had.values()].some((own) => own.includes(skill)))
      return lacked.length > 0 ? { skills: lacked, together: false } : { skills, together: true }
    },
    dump: () =>
      [...sets].map(([key, set]) => [key, [...set.ready].sort((a, b) => a - b), isUnable(set)]).sort(),
  }
}

// --- internal ---

interface SkillSet {
  readonly skills: readonly string[]
  readonly ready: Set<number>
  /** Whether an agent has all of them; undefined: not computed since the skills of an agent changed. */
  isAble?: boolean | undefined
}

function takesSkills(task: Task | undefined): task is Task {
  return task !== undefined && task.status === "todo" && task.fields.skills.length > 0
}

function leave(sets: Map<string, SkillSet>, { n, fields: { skills } }: Task): void {
  const key = skillKey(skills)
  const ready = sets.get(key)?.ready
  ready?.delete(n)
  if (ready?.size === 0) sets.delete(key)
}
