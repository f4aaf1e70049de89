import { useEffect, useState } from "preact/hooks"
import { pause } from "../stream/follow-events.ts"
import type { TimeMachine } from "./time-machine.ts"

/** In events a second. */
export const speeds = [1, 5, 20, 100] as const

/** Goes from event to event by itself, from the first one where it stands at the last. */
export function usePlay(machine: TimeMachine, first: number, last: number) {
  const [isPlaying, play] = useState(false)
  const [speed, setSpeed] = useState<number>(speeds[1])
  useEffect(() => {
    if (!isPlaying) return
    const is = { over: false }
    // At most five moments a second are shown; faster play leaves some out.
    const stride = Math.max(1, speed / mostFrames)
    const frameMs = (stride * 1000) / speed
    void (async () => {
      if (machine.now.wanted >= last) await machine.show(first)
      const [from, begun] = [machine.now.wanted, performance.now()]
      while (!is.over && machine.now.wanted < last) {
        // By the time that has passed: a moment that took long makes the next ones fall out, and play is not slower.
        const frame = Math.round((performance.now() - begun) / frameMs) + 1
        await machine.show(Math.min(last, from + frame * stride))
        await pause(Math.max(0, begun + frame * frameMs - performance.now()))
      }
      if (!is.over) play(false)
    })()
    return () => {
      is.over = true
    }
  }, [isPlaying, speed, first, last])
  return { isPlaying, play, speed, setSpeed }
}

// --- internal ---

const mostFrames = 5
