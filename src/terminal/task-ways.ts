import type { Facts } from "../errors.ts"

/** How a task that is over, or blocked, is worked on again. */
export function reopens(task: string, status: string): string {
  return status === "blocked"
    ? `\`upnext edit ${task} --status todo\` unblocks it.`
    : `\`upnext reopen ${task}\` opens it again.`
}

/** Who may decide on a review, and how. */
export function decides(task: string, { reviewer, isOwnReview }: Facts): string {
  const who = isOwnReview ? `Anyone but ${reviewer}` : (reviewer ?? "Anyone but the one who did the work")
  return `${who} may decide: \`upnext review ${task} approve\`.`
}
