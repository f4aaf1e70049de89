import type { Lease } from "../board/records.ts"
import { isLoose, isSameName } from "../wire/names.ts"

/** Whether a write under the name of the holder may come from this session. */
export function mayWrite({ session: held }: Lease, session: string | undefined): boolean {
  return held === null || isLoose(held) || held === session
}

/** Whether the lease keeps this session from being given the task, although the name is the holder's. */
export function isOfOtherSession({ session: held }: Lease, session: string | undefined): boolean {
  return held !== null && held !== session
}

/** Whether this agent holds the lease in exactly this session. */
export function isHeldIn(lease: Lease, agent: string, session: string): boolean {
  return lease.session === session && isSameName(lease.agent, agent)
}
