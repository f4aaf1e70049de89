import type { ProcessEnd, Running } from "../processes/process.ts"
import type { Hold } from "./hold.ts"
import type { Stop } from "../processes/stop.ts"

export interface EndedCommand {
  readonly ending: ProcessEnd
  /** It was ended because it ran for longer than it may. */
  readonly isTooLong: boolean
}

export interface EndedBy {
  readonly stop: Stop
  readonly timeout: { readonly ms: number } | undefined
}

/** Waits until the command ends. Ends it if the task is lost, the worker stops or its time is over. */
export async function untilEnded(
  running: Running,
  { ending }: Hold,
  { stop, timeout }: EndedBy,
): Promise<EndedCommand> {
  const commandEnded = new AbortController()
  const listening = { signal: commandEnded.signal, once: true }
  ending.addEventListener("abort", () => running.end(), listening)
  stop.hurried.addEventListener("abort", () => running.kill(), listening)
  if (ending.aborted) running.end()

  let isTooLong = false
  const timer = timeout && setTimeout(() => (isTooLong = running.end()), timeout.ms)
  const ended = await running.ended.finally(() => {
    clearTimeout(timer)
    commandEnded.abort()
  })
  return { ending: ended, isTooLong }
}
