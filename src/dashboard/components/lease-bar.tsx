import { useNow } from "../state/context.ts"
import type { Card } from "../state/state.ts"
import { leaseOf } from "../words/format.ts"

/** How much of a lease is left, as a bar that empties: grey, amber below a fifth, red in the last minute. */
export function LeaseBar({ task }: { task: Card }) {
  const now = useNow(1000)
  const { lease } = task
  if (!lease) return <span class="lease-bar is-none muted">no claim</span>
  const { share, text, tone } = leaseOf(lease.expiresAt, task, now)
  const words = lease.expiresAt === null ? "no end" : text === "expired" ? text : `${text} left`
  return (
    <span class={`lease-bar lease-${tone}`} title={`Held by ${lease.holder}: ${words}`}>
      <span class="lease-track" aria-hidden="true">
        <span style={{ width: `${Math.round(share * 100)}%` }} />
      </span>
      <span class="lease-words">{words}</span>
    </span>
  )
}
