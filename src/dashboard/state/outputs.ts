import type { OutputMessage } from "../../domain/wire/checks/output-schemas.ts"

/** What the commands that work on tasks printed last. Apart from the store: it changes often, and one card shows it. */
export interface LastOutputs {
  of(task: string): OutputMessage | undefined
  take(message: OutputMessage): void
  /** The connection is new: the server says again what there is. */
  clear(): void
  /** Calls back whenever there is something new about a task. Returns how to stop. */
  subscribe(task: string, listener: () => void): () => void
}

export function createLastOutputs(): LastOutputs {
  const latest = new Map<string, OutputMessage>()
  const listeners = new Map<string, Set<() => void>>()
  const tell = (task: string) => listeners.get(task)?.forEach((listener) => listener())
  return {
    of: (task) => latest.get(task),
    take(message) {
      latest.delete(message.task)
      latest.set(message.task, message)
      const [oldest] = latest.keys()
      if (latest.size > mostTasks && oldest !== undefined) latest.delete(oldest)
      tell(message.task)
    },
    clear() {
      const known = [...latest.keys()]
      latest.clear()
      known.forEach(tell)
    },
    subscribe(task, listener) {
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
