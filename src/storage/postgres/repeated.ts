/** Work that is done again and again, once at a time. That it failed is for the work itself to know. */
export function createRepeated(work: () => Promise<void>, begunAt = -Infinity) {
  let begun = begunAt
  let underWay: Promise<void> | undefined

  return {
    /** Begins it, unless it is under way or was begun less than this long ago. */
    beginEvery(ms: number): void {
      if (underWay || performance.now() - begun < ms) return
      begun = performance.now()
      underWay = work()
        .catch(() => undefined)
        .finally(() => (underWay = undefined))
    },
    /** Makes it due at once. */
    hasten(): void {
      begun = -Infinity
    },
    /** Resolves when it is not under way. */
    async settled(): Promise<void> {
      await underWay
    },
  }
}
