import type { Lease } from "../board/records.ts"

/**
 * A session that a terminal gave, not a coding agent and not a person. It is loose: it keeps two terminals from being
 * given one task, and everything else goes by the name alone.
 */
export function isLoose(session: string): boolean {
  return session.startsWith("terminal:")
}

/** Whether a write under the name of the holder may come from this session. */
export function mayWrite({ session: held }: Lease, session: string | undefined): boolean {
  return held === null || isLoose(held) || held === session
}

/** Whether the lease keeps this session from being given the task, although the name is the holder's. */
export function isOfOtherSession({ session: held }: Lease, session: string | undefined): boolean {
  return held !== null && held !== session
}
