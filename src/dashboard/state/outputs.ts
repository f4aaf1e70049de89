import type { OutputMessage } from "../../domain/wire/checks/output-schemas.ts"

export type LastOutputs = ReturnType<typeof createLastOutputs>

/** What the commands that work on tasks printed last. Apart from the store: it changes often, and one card shows it. */
export function createLastOutputs() {
  const latest = new Map<string, OutputMessage>()
  const listeners = new Map<string, Set<() => void>>()
  const tell = (task: string) => listeners.get(task)?.forEach((listener) => listener())
  return {
    of: (task: string) => latest.get(task),
    take(message: OutputMessage) {
      latest.delete(message.task)
      latest.set(message.task, message)
      const [oldest] = latest.keys()
      if (latest.size > mostTasks && oldest !== undefined) latest.delete(oldest)
      tell(message.task)
    },
    /** The connection is new: the server says again what there is. */
    clear() {
      const known = [...latest.keys()]
      latest.clear()
      known.forEach(tell)
    },
    /** Calls back whenever there is something new about a task. Returns how to stop. */
    subscribe(task: string, listener: () => void) {
      const all = listeners.get(task) ?? new Set()
      listeners.set(task, all.add(listener))
      return () => {
        all.delete(listener)
        if (all.size === 0) listeners.delete(task)
      }
    },
  }
}

// --- internal ---

const mostTasks = 1000
