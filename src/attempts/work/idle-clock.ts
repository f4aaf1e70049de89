export type IdleClock = ReturnType<typeof createIdleClock>

export function createIdleClock(limit: number) {
  let busy = 0
  let since = performance.now()
  return {
    begin: () => void (busy += 1),
    end(): void {
      busy -= 1
      since = performance.now()
    },
    /** ms until the worker may have been idle for long enough; 0 or less if it has. */
    left: () => (busy > 0 ? limit : since + limit - performance.now()),
  }
}
