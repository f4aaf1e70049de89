import type { Card } from "../state/state.ts"

/**
 * Where a card comes to stand that is put before another one of its column; null: at the end. It stays among those of its
 * priority, which the order of the column and of `next` begin with.
 * @returns the card before which that is; undefined where it stands there already
 */
export function placeOf(
  tasks: readonly Card[],
  id: string,
  before: string | null,
): string | null | undefined {
  const { own, at, from } = look(tasks, id, before)
  if (at === from) return undefined
  const last = tasks.findIndex((task) => task.id === own.at(-1)?.id)
  return (own[at] ?? tasks.slice(last + 1).find((task) => task.id !== id))?.id ?? null
}

/** The other cards of its priority, how many of them will be above it, and how many are. */
export function look(tasks: readonly Card[], id: string, before: string | null) {
  const priority = tasks.find((task) => task.id === id)?.priority
  const isOwn = (task: Card) => task.priority === priority && task.id !== id
  const end = before === null ? tasks.length : tasks.findIndex((task) => task.id === before)
  const here = tasks.findIndex((task) => task.id === id)
  return {
    own: tasks.filter(isOwn),
    at: tasks.slice(0, end).filter(isOwn).length,
    from: tasks.slice(0, here).filter(isOwn).length,
  }
}
