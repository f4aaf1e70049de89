import type { Lease } from "../board/records.ts"
import { isLoose } from "../wire/names.ts"

/** Whether a write under the name of the holder may come from this session. */
export function mayWrite({ session: held }: Lease, session: string | undefined): boolean {
  return held === null || isLoose(held) || held === session
}

/** Whether the lease keeps this session from being given the task, although the name is the holder's. */
export function isOfOtherSession({ session: held }: Lease, session: string | undefined): boolean {
  return held !== null && held !== session
}
