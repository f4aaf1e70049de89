import type { Task } from "../records.ts"

/** The tasks of a board by their numbers. */
export interface NumberedTasks {
  get(n: number): Task | undefined
  /** The highest number of a task so far. */
  readonly last: number
}

/** Takes all tasks into an index, in the order of their numbers, and in as many parts as one likes. */
export type Gradual = ReturnType<typeof createGradual>

export function createGradual(tasks: NumberedTasks, add: (task: Task) => void) {
  let upTo = 0
  let isComplete = false

  /** Goes on as long as there is time. True when all tasks are in. After a failure it begins with the task that failed. */
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
    /** Whether a change of this task changes the index. Tasks that come later are taken in as they are then. */
    holds: (n: number) => isComplete || n <= upTo,
    takeIn,
    /** Takes in all that are left, at once. */
    complete(): void {
      if (!isComplete) takeIn(() => true)
    },
    /** So many numbers are left at most. */
    get left() {
      return isComplete ? 0 : tasks.last - upTo
    },
  }
}

// --- internal ---

/** So many tasks are taken in between two looks at the time. */
const someTasks = 64
