import { useEffect, useRef, useState } from "preact/hooks"

/**
 * The value, for what is too dear to be done at each change: the first change after a rest counts at once, and those
 * that follow it quickly count together, when nothing has changed for `restMs`.
 */
export function useSettled<T>(value: T, restMs: number): T {
  const [settled, settle] = useState(value)
  const latest = useRef({ value, at: -Infinity })
  useEffect(() => {
    if (latest.current.value === value) return
    const hasRested = performance.now() - latest.current.at >= restMs
    latest.current = { value, at: performance.now() }
    if (hasRested) {
      settle(value)
      return
    }
    const timer = setTimeout(() => settle(value), restMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
