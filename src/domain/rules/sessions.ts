import type { Lease } from "../board/records.ts"
import { silentAfterMs } from "../wire/agents/silence.ts"
import { isLoose, isSameName } from "../wire/names.ts"

/** Whether a write under the name of the holder may come from this session. */
export function mayWrite({ session: held }: Lease, session: string | undefined): boolean {
  return held === null || isLoose(held) || held === session
}

/** Whether the lease keeps this session from being given the task, although the holder has the same name. */
export function isOfOtherSession({ session: held }: Lease, session: string | undefined): boolean {
  return held !== null && held !== session
}

/**
 * Whether the holder has not written for so long that it may have ended. Only then is another session of its name shown
 * how to take over, because agents treat a hint as an order.
 */
export function isSilent({ heardAt }: Lease, now: number): boolean {
  return heardAt !== null && now - heardAt >= silentAfterMs
}

/**
 * When the task was claimed, if less than a minute ago and without a session: such a claim cannot be distinguished from
 * a claim by another process of the same name.
 */
export function doubtfulClaim(lease: Lease | undefined, now: number): number | undefined {
  const { claimedAt = null, session } = lease ?? {}
  return session === null && claimedAt !== null && now - claimedAt < doubtfulForMs ? claimedAt : undefined
}

const doubtfulForMs = 60_000

export function isHeldIn(lease: Lease, agent: string, session: string): boolean {
  return lease.session === session && isSameName(lease.agent, agent)
}
