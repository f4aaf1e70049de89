import type { WaitingTasks } from "./chains.ts"

export interface Size {
  readonly width: number
  readonly height: number
}

interface FreeRoom extends Size {
  readonly x: number
  readonly y: number
}

/** The parts of a graph that no edge connects, each with its nodes in their order. */
export function componentsOf(ids: readonly string[], edges: WaitingTasks["edges"]): string[][] {
  const heads = new Map(ids.map((id) => [id, id]))
  const headOf = (id: string): string => {
    let head = id
    for (let next = heads.get(head); next !== undefined && next !== head; next = heads.get(head)) head = next
    heads.set(id, head)
    return head
  }
  for (const [from, to] of edges) heads.set(headOf(to), headOf(from))
  return [...Map.groupBy(ids, headOf).values()]
}

/**
 * Places boxes beside and below each other, the highest ones first, so that they fill a width from its top.
 * @returns the upper left corner of each
 */
export function pack(sizes: readonly Size[], width: number): { readonly x: number; readonly y: number }[] {
  const places = sizes.map(() => ({ x: 0, y: 0 }))
  let free: readonly FreeRoom[] = [{ x: 0, y: 0, width, height: Infinity }]
  for (const [i, size] of [...sizes.entries()].sort(([, a], [, b]) => b.height - a.height)) {
    // A box that is wider than the width has a row for itself.
    const needed = Math.min(size.width, width)
    const fitting = free.filter((room) => room.width >= needed && room.height >= size.height)
    // The room below everything is always one of them.
    const [room] = fitting.sort((a, b) => a.y - b.y || a.x - b.x)
    if (!room) continue
    places[i] = { x: room.x, y: room.y }
    const right = { ...room, x: room.x + size.width, width: room.width - size.width, height: size.height }
    const below = { ...room, y: room.y + size.height, height: room.height - size.height }
    free = [...free.filter((each) => each !== room), right, below]
  }
  return places
}
