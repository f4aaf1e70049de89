import { useNow } from "../state/context.ts"
import { leaseOf } from "../words/format.ts"
import type { Card } from "../state/state.ts"
import { Isolated } from "../components/isolated.tsx"

/** How long the holder has left, as a ring that empties. It turns warm when less than a fifth is left. */
export function Lease({ task, isLong = false }: { task: Card; isLong?: boolean }) {
  const now = useNow(1000)
  if (!task.lease) return null
  const { share, text, tone } = leaseOf(task.lease.expiresAt, task, now)
  return (
    <span
      class={`lease lease-${tone}${isLong ? " is-long" : ""}`}
      title={isLong ? undefined : `Held by ${task.lease.holder}, ${text}`}
    >
      <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="5.5" class="track" />
        <circle cx="8" cy="8" r="5.5" class="left" pathLength="100" stroke-dasharray={`${share * 100} 100`} />
      </svg>
      {isLong ? (
        <span>
          <span class="lease-holder">
            <Isolated text={task.lease.holder} />,
          </span>{" "}
          <span class="lease-left">
            {text}
            {tone !== "urgent" && task.lease.expiresAt !== null && " left"}
          </span>
        </span>
      ) : (
        text
      )}
    </span>
  )
}
