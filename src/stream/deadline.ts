/** A limit of time on something that can be aborted. */
export type Deadline = ReturnType<typeof createDeadline>

/**
 * The one way to limit a request. `AbortSignal.any` with `AbortSignal.timeout` never aborts on Node 20: nobody holds the
 * timer's signal, so it is collected. Here the timer holds what it aborts, and the process until it is cleared.
 */
export function createDeadline(outer?: AbortSignal) {
  const controller = new AbortController()
  const end = () => controller.abort(outer?.reason)
  let timer: ReturnType<typeof setTimeout> | undefined
  const clear = () => clearTimeout(timer)
  if (outer?.aborted) end()
  outer?.addEventListener("abort", end)
  return {
    /** Aborts as the outer signal does, or with a `TimeoutError` when the time is over. */
    signal: controller.signal,
    /** The time begins now. One that was set before no longer counts. */
    set(ms: number): void {
      clear()
      timer = setTimeout(() => controller.abort(new DOMException("The time is up", "TimeoutError")), ms)
    },
    clear,
    abort: () => controller.abort(),
    /** Clears it, and listens to the outer signal no longer. */
    close(): void {
      clear()
      outer?.removeEventListener("abort", end)
    },
  }
}
