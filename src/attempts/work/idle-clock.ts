export interface IdleClock {
  begin(): void
  end(): void
  /** ms until the worker may have been idle for long enough; 0 or less if it has. */
  left(): number
}

export function createIdleClock(limit: number): IdleClock {
  let busy = 0
  let since = performance.now()
  return {
    begin: () => void (busy += 1),
    end() {
      busy -= 1
      since = performance.now()
    },
    left: () => (busy > 0 ? limit : since + limit - performance.now()),
  }
}
