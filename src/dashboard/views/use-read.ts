import { useEffect, useRef, useState } from "preact/hooks"
import type { PublicEvent } from "../../domain/read-models/public-events.ts"
import type { Refusal, ApiResult } from "../api/types.ts"
import { useApp } from "../state/context.ts"

export interface Reading<T> {
  /** What was read last; null before the first answer. */
  readonly value: T | null
  /** Why the last reading failed. */
  readonly refusal: Refusal | null
  reload(): void
}

interface ReadOptions {
  /** Whether an event may have changed the answer. */
  isAbout(event: PublicEvent): boolean
  /** Read again at this pace while the page is looked at, in ms. */
  every?: number | undefined
  /** Events come in bursts; between two readings this long is waited, in ms. */
  gatherMs?: number
}

/** Reads now, when an event says that the answer changed, and at a pace; anew for each `key`. */
export function useRead<T>(
  key: string,
  read: () => Promise<ApiResult<T>>,
  { isAbout, every, gatherMs = 250 }: ReadOptions,
): Reading<T> {
  const { feed } = useApp()
  const [reading, set] = useState<{ key: string; value: T | null; refusal: Refusal | null }>()
  const reload = useRef(() => {})
  useEffect(() => {
    let isDue = false
    let isRunning = false
    let isOver = false
    async function run() {
      isDue = true
      if (isRunning) return
      isRunning = true
      while (isDue) {
        isDue = false
        const result = await read()
        if (isOver) return
        const refusal = "refusal" in result ? result.refusal : null
        set((before) => ({
          key,
          value: "value" in result ? result.value : before?.key === key ? before.value : null,
          refusal,
        }))
        const isLost = refusal !== null && (refusal.status === 0 || refusal.status >= 500)
        isDue ||= isLost
        await new Promise((resolve) => setTimeout(resolve, isLost ? 2000 : gatherMs))
      }
      isRunning = false
    }
    const start = () => void run()
    const whenSeen = () => document.hidden || start()
    reload.current = start
    start()
    const leave = feed.subscribe((event) => {
      if (event === "restart" || isAbout(event)) start()
    })
    const timer = every === undefined ? undefined : setInterval(whenSeen, every)
    document.addEventListener("visibilitychange", whenSeen)
    return () => {
      isOver = true
      leave()
      clearInterval(timer)
      document.removeEventListener("visibilitychange", whenSeen)
    }
  }, [key, every])
  const isOurs = reading?.key === key
  return {
    value: isOurs ? reading.value : null,
    refusal: isOurs ? reading.refusal : null,
    reload: () => reload.current(),
  }
}
