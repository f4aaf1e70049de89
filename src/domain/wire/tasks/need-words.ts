import { stuckWords, type NeedReason } from "../enums.ts"

/** Why a task waits for a person. */
export const needWords: Readonly<Record<NeedReason, string>> = {
  question: "question",
  review: "review",
  blocked: "blocked",
  ...stuckWords,
  failing: "fails",
  nobody_asks: "nobody is asking for work",
  notice: "news",
}

/** What stands behind the reason: from whom it comes. */
export const sayWho = (why: NeedReason, by: string): string => `${ofWhom[why]} ${by}`

/**
 * The key of a need. A need that went away and came back has another `since`. That nobody asks for work is a single
 * need, whichever task is the most urgent.
 */
export function needKey(need: {
  readonly task: { readonly id: string }
  readonly why: NeedReason
  readonly since: string
}): string {
  if (need.why === "nobody_asks") return need.why
  return `${need.task.id} ${need.why} ${need.since}`
}

// --- internal ---

const ofWhom: Readonly<Record<NeedReason, string>> = {
  question: " from",
  review: " of work by",
  blocked: " by",
  no_attempts_left: ", last tried by",
  expired_too_often: ", last held by",
  lease_expired: ", last held by",
  silent: " by",
  overdue: " with",
  no_one_can: " for",
  quiet: ", held by",
  failing: ", last tried by",
  nobody_asks: "",
  notice: " from",
}
