/** What is known of a task that is to be read again. */
export interface Due {
  readonly isNew: boolean
  readonly commented: boolean
}

/** Nothing is known but that the task may look different now. */
export const quiet: Due = { isNew: false, commented: false }

export type DueTasks = ReturnType<typeof createDueTasks>

/** The tasks that are to be read again, or the whole board. */
export function createDueTasks() {
  const tasks = new Map<string, Due>()
  let isBoard = false
  return {
    get size() {
      return tasks.size
    },
    /** All is to be read again. */
    get isBoard() {
      return isBoard
    },
    has: (id: string) => tasks.has(id),
    note(id: string, { isNew, commented }: Due) {
      const known = tasks.get(id)
      tasks.set(id, {
        isNew: isNew || known?.isNew === true,
        commented: commented || known?.commented === true,
      })
    },
    noteBoard() {
      isBoard = true
    },
    /** Takes out those that were noted first. */
    take(atMost: number): ReadonlyMap<string, Due> {
      const taken = new Map([...tasks].slice(0, atMost))
      for (const id of taken.keys()) tasks.delete(id)
      return taken
    },
    clear() {
      tasks.clear()
      isBoard = false
    },
  }
}
