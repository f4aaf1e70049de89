import type { Counted } from "../domain/board/search.ts"

/** The texts that are still to be indexed, in the order in which they were put. */
export interface Backlog<T> {
  readonly size: number
  put(items: Counted<T>): void
  take(): T | undefined
}

export function createBacklog<T>(): Backlog<T> {
  const sources: Iterator<T>[] = []
  let size = 0
  return {
    get size() {
      return size
    },
    put(items) {
      if (items.size === 0) return
      size += items.size
      sources.push(items[Symbol.iterator]())
    },
    take() {
      for (let source = sources[0]; source; source = sources[0]) {
        const next = source.next()
        if (!next.done) {
          size--
          return next.value
        }
        sources.shift()
      }
      return undefined
    },
  }
}
