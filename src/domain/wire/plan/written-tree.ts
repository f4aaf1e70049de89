import { numberOf } from "../names.ts"
import type { TaskToWrite } from "./written-fields.ts"

/** The data that must be known about all tasks before the first task is written. */
export function createTreeToWrite<T>(heading: string | undefined) {
  const parents = new Map<string, string | null>()
  const tasks = new Map<string, T>()
  const open = new Set<string>()
  const named = new Set<string>()
  let children: ReadonlyMap<string | null, readonly string[]> | undefined

  /** The last first, as they are taken from the end. */
  function gather(): ReadonlyMap<string | null, readonly string[]> {
    const found = new Map<string | null, string[]>()
    const ids = [...parents.keys()].sort((a, b) => numberOf(b) - numberOf(a))
    for (const id of ids) {
      const parent = parents.get(id) ?? null
      const above = parent !== null && parents.has(parent) && id !== heading ? parent : null
      const siblings = found.get(above)
      if (siblings) siblings.push(id)
      else found.set(above, [id])
    }
    return found
  }

  return {
    add(task: T, fields: TaskToWrite): void {
      const { id, parent, blockedBy, discoveredFrom } = fields
      parents.set(id, parent)
      tasks.set(id, task)
      if (!isClosed(fields)) open.add(id)
      for (const each of blockedBy) named.add(each)
      if (discoveredFrom !== null) named.add(discoveredFrom)
    },
    below(id: string | null): T[] {
      children ??= gather()
      return (children.get(id) ?? []).flatMap((child) => tasks.get(child) ?? [])
    },
    isOpen: (id: string) => open.has(id),
    isNamed: (id: string) => named.has(id),
    nameOf: (id: string) => (parents.has(id) ? `#${refOf(id)}` : id),
  }
}

export function isClosed({ status }: TaskToWrite): boolean {
  return status === "done" || status === "cancelled"
}

/** The name that a task has in the plan. */
export function refOf(id: string): string {
  return `t${numberOf(id)}`
}
