import { stuckWords, type NeedReason, type Status } from "../enums.ts"

/** What is read of a need to say its reason. */
interface NeedToSay {
  readonly task: { readonly status: Status }
  readonly why: NeedReason
  readonly by: string | null
  /** Only a question has any. */
  readonly choices?: readonly string[] | undefined
}

/** Why a task waits for a person, and who stands behind it: `question from bo`, `blocked by root`, `overdue with ann`. */
export function sayReason({ task, why, by, choices }: NeedToSay): readonly [why: string, who: string] {
  const said = why !== "question" || choices ? why : task.status === "blocked" ? "blocked" : "comment"
  return [needWords[said], by === null ? "" : `${ofWhom[said]} ${by}`]
}

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

type SaidReason = NeedReason | "comment"

const needWords: Readonly<Record<SaidReason, string>> = {
  question: "question",
  comment: "comment",
  review: "review",
  blocked: "blocked",
  ...stuckWords,
  failing: "fails",
  nobody_asks: "nobody is asking for work",
  notice: "news",
}

const ofWhom: Readonly<Record<SaidReason, string>> = {
  question: " from",
  comment: " from",
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
