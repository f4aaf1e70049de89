import { useEffect, useState } from "preact/hooks"
import { withParts } from "../../page/route.ts"
import { scopeOf, scopeText, type FlowScope } from "./flow-scope.tsx"
import { listen } from "../../state/listen.ts"

/** Of how many days the statistics tell. */
export const ranges = [7, 30, 90] as const

interface FlowAddress {
  readonly scope: FlowScope
  readonly days: number
}

/**
 * What Flow is about, as its address says: `?flow=project docs&days=7`. It is kept when the view is left. As with the
 * filter of the board, going back in the history does not change it: the older address gets what is chosen now.
 */
export function useFlowAddress(): [asked: FlowAddress, choose: (asked: FlowAddress) => void] {
  const [asked, set] = useState(() => (kept ??= askedIn(location.search)))
  useEffect(() => {
    const write = () => {
      const { scope, days } = kept ?? asked
      const search = withParts(location.search, {
        flow: scopeText(scope) || null,
        days: days === usual ? null : String(days),
      })
      if (search !== location.search)
        history.replaceState(null, "", location.pathname + search + location.hash)
    }
    write()
    return listen(window, { popstate: write })
  }, [asked])
  return [
    asked,
    (next) => {
      kept = next
      set(next)
    },
  ]
}

// --- internal ---

const usual = 30

/** What was chosen last, while the page is open. */
let kept: FlowAddress | undefined

function askedIn(search: string): FlowAddress {
  const query = new URLSearchParams(search)
  const days = ranges.find((range) => String(range) === query.get("days")) ?? usual
  return { scope: scopeOf(query.get("flow") ?? ""), days }
}
