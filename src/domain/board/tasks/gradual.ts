import type { Task } from "../records.ts"

/** The tasks of a board by their numbers. */
export interface NumberedTasks {
  get(n: number): Task | undefined
  /** The highest number of a task so far. */
  readonly last: number
}

/** Adds all tasks to an index, in the order of their numbers, in any number of parts. */
export type Gradual = ReturnType<typeof createGradual>

export function createGradual(tasks: NumberedTasks, add: (task: Task) => void) {
  let upTo = 0
  let isComplete = false

  /**
   * Continues as long as there is time. True when all tasks have been added. After a failure it resumes with the task
   * that failed.
   */
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
    /** Whether a change of this task changes the index. Tasks not reached yet are added later, as they are then. */
    holds: (n: number) => isComplete || n <= upTo,
    takeIn,
    /** Takes in all that are left, at once. */
    complete(): void {
      if (!isComplete) takeIn(() => true)
    },
    /** At most this many numbers are left. */
    get left() {
      return isComplete ? 0 : tasks.last - upTo
    },
  }
}

// --- internal ---

/** How many tasks are added between two looks at the time. */
const someTasks = 64
