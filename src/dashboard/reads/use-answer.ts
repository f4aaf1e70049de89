import { useEffect, useState } from "preact/hooks"
import type { ApiResult } from "../api/types.ts"

/** The last answer to a question, which is asked anew when one of `again` changes; null before the first one. */
export function useAnswer<T>(ask: () => Promise<ApiResult<T>> | null, again: readonly unknown[]) {
  const [answer, set] = useState<T | null>(null)
  useEffect(() => {
    let isOver = false
    void ask()?.then((result) => {
      if (!isOver && "value" in result) set(() => result.value)
    })
    return () => {
      isOver = true
    }
  }, again)
  return [answer, set] as const
}
