import type { StuckReason } from "../../domain/wire/enums.ts"

/** Why work has come to a stop, in a few words. */
export const stuckWords: Readonly<Record<StuckReason, string>> = {
  lease_expired: "the claim ran out",
  no_attempts_left: "no attempt is left",
  expired_too_often: "claims ran out too often",
  silent: "blocked without a word for a day",
  overdue: "overdue",
  no_one_can: "no agent can do it",
}
