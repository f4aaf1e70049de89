import type { Task } from "../records.ts"

/** The tasks of a board by their numbers. */
export interface NumberedTasks {
  get(n: number): Task | undefined
  /** The highest number of a task so far. */
  readonly last: number
}

/** Takes all tasks into an index, in the order of their numbers, and in as many parts as one likes. */
export interface Gradual {
  /** Whether a change of this task changes the index. Tasks that come later are taken in as they are then. */
  holds(n: number): boolean
  /** Goes on as long as there is time. True when all tasks are in. After a failure it begins with the task that failed. */
  takeIn(hasTime: () => boolean): boolean
  /** Takes in all that are left, at once. */
  complete(): void
  /** So many numbers are left at most. */
  readonly left: number
}

export function createGradual(tasks: NumberedTasks, add: (task: Task) => void): Gradual {
  let upTo = 0
  let isComplete = false

  function takeIn(hasTime: () => boolean): boolean {
    while (upTo < tasks.last) {
      if (upTo % someTasks === 0 && !hasTime()) return false
      const task = tasks.get(upTo + 1)
      if (task) add(task)
      upTo++
    }
    isComplete = true
    return true
  }

  return {
    holds: (n) => isComplete || n <= upTo,
    takeIn,
    complete() {
      if (!isComplete) takeIn(() => true)
    },
    get left() {
      return isComplete ? 0 : tasks.last - upTo
    },
  }
}

// --- internal ---

/** So many tasks are taken in between two looks at the time. */
const someTasks = 64
