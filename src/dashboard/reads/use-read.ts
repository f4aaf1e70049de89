import { useEffect, useRef, useState } from "preact/hooks"
import type { PublicEvent } from "../../domain/events/shown.ts"
import type { Refusal, ApiResult } from "../api/types.ts"
import { useApp } from "../state/context.ts"

export interface Reading<T> {
  /** The last answer; null before the first one. */
  readonly value: T | null
  /** Why the last request failed; null if it did not. */
  readonly refusal: Refusal | null
  reload(): void
}

interface ReadOptions {
  /** True if this event may have changed the answer. */
  isAbout(event: PublicEvent): boolean
  /** How often to read again while the page is visible, in ms. */
  every?: number | undefined
  /** The shortest time between two requests, in ms, because events come in bursts. */
  gatherMs?: number
}

/** Reads now, after each event that may have changed the answer, and at an interval. A new `key` starts again. */
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
