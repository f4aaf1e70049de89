/** The fixed sets of words that requests, answers and records share. */

export const statuses = ["todo", "doing", "blocked", "review", "done", "cancelled"] as const
export type Status = (typeof statuses)[number]

/** A task's status in a sentence: `is in review`, `is done`. */
export function sayIs(status: Status): string {
  return ["blocked", "done", "cancelled"].includes(status) ? `is ${status}` : `is in ${status}`
}

/** The fields by which a task names others. */
export const edgeFields = ["blockedBy", "parent", "discoveredFrom"] as const
export type EdgeField = (typeof edgeFields)[number]

/** Why an edge is missing when its task is restored. */
export const dropReasons = ["circle", "gone"] as const

export const openStatuses = ["todo", "doing", "blocked", "review"] as const satisfies readonly Status[]

/** Most urgent first. */
export const priorities = ["P0", "P1", "P2", "P3"] as const
export type Priority = (typeof priorities)[number]

export const agentKinds = ["agent", "person"] as const
/** What shows that a person finished a task. */
export const personSigns = ["account", "description", "open board"] as const
export type PersonSign = (typeof personSigns)[number]

/** Why work on an open task has come to a stop. */
export const stuckReasons = [
  "lease_expired",
  "no_attempts_left",
  "expired_too_often",
  "silent",
  "overdue",
  "no_one_can",
  "quiet",
] as const
export type StuckReason = (typeof stuckReasons)[number]

/** Why work has come to a stop, in a few words. */
export const stuckWords: Readonly<Record<StuckReason, string>> = {
  lease_expired: "claim expired",
  no_attempts_left: "no attempt is left",
  expired_too_often: "its claims expired too often",
  silent: "blocked, and silent for a day",
  overdue: "overdue",
  no_one_can: "no agent can do it",
  quiet: "in progress, but printing nothing new",
}

/** What is noted after a decision by somebody else than the reviewer whom the task names. */
export const sayAsked = (reviewer: string, id: string): string => `${reviewer} was asked to review ${id}`

/** Why a task waits for a person. */
export const needReasons = [
  ...(["question", "review", "blocked"] as const),
  ...stuckReasons,
  ...(["failing", "nobody_asks", "notice"] as const),
] as const
export type NeedReason = (typeof needReasons)[number]

export const decisions = ["approve", "request_changes"] as const
export type Decision = (typeof decisions)[number]

/** The sides of a change: the file before it and after it. */
export const sides = ["old", "new"] as const
export type Side = (typeof sides)[number]

export const unfinishedEndings = ["failed", "released", "expired", "changes_requested", "revoked"] as const
export type UnfinishedEnding = (typeof unfinishedEndings)[number]

export const noticeKinds = [
  "mention",
  "comment",
  "unblocked",
  "review_requested",
  "changes_requested",
  "assigned",
  "lease_expired",
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/**
 * `T-1 and T-2 are done and have not landed.`: the tasks whose changes are missing in trees that start from the base.
 */
export function sayUnlanded(ids: readonly string[]): string {
  const last = ids.at(-1) ?? ""
  return ids.length > 1
    ? `${ids.slice(0, -1).join(", ")} and ${last} are done but have not landed, so their changes are not in the base.`
    : `${last} is done but has not landed, so the task's changes are not in the base.`
}

/** The state of a pull request on its forge, and of its reviews. */
export const pullStates = ["open", "merged", "closed"] as const
export const pullReviews = ["approved", "changes_requested"] as const

interface SaidPull {
  readonly state: (typeof pullStates)[number]
  readonly failed?: readonly string[] | undefined
  readonly optionalFailed?: readonly string[] | undefined
  readonly review?: (typeof pullReviews)[number] | undefined
}

/** `pull request open, failed: build, changes requested`. It may not have been looked at yet. */
export function sayPull(pull: SaidPull | undefined): string {
  const { state, failed = [], optionalFailed = [], review } = pull ?? unseen
  const red = [...failed, ...optionalFailed.map((name) => `${name} (optional)`)]
  return [
    `pull request ${state}`,
    ...(state === "open" && red.length > 0 ? [`failed: ${red.join(", ")}`] : []),
    ...(state === "open" && review ? [pullReviewWords[review]] : []),
  ].join(", ")
}

/** In a word or three, for a card or a row. */
export function sayPullShort(pull: SaidPull | undefined): string {
  const { state, failed = [], review } = pull ?? unseen
  if (state !== "open") return `PR ${state}`
  if (failed.length > 0) return "PR failed"
  return review === "changes_requested" ? "changes requested" : `PR ${review ?? "open"}`
}

const unseen: SaidPull = { state: "open" }
const pullReviewWords = { approved: "approved", changes_requested: "changes requested" } as const
