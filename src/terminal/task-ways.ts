import type { Facts } from "../errors.ts"

/** How a task that is over, or blocked, is worked on again. */
export function reopens(task: string, status: string): string {
  return status === "blocked"
    ? `\`upnext edit ${task} --status todo\` unblocks it.`
    : `\`upnext reopen ${task}\` opens it again.`
}

/** How to add what was left out when a task was finished. */
export function saysLater(task: string, unsaid: readonly string[]): string {
  const ways: Readonly<Record<string, string>> = {
    criteria: `\`upnext meet ${task} <criterion>\``,
    lesson: `\`upnext edit ${task} --lesson <text>\``,
    summary: `\`upnext comment ${task} <text>\``,
  }
  return `Add it to the finished task: ${unsaid.flatMap((what) => ways[what] ?? []).join(", ")}.`
}

/** What to do where an undo is blocked. */
export function goesOn({ task, field, status = "", did, earlier }: Facts): string {
  if (did !== undefined) {
    const gives =
      did === "task.claimed"
        ? `\`upnext release ${task}\` gives the task back. `
        : did === "task.completed" && task !== undefined
          ? `${reopens(task, "done")} `
          : ""
    return typeof earlier === "string"
      ? `${gives}\`upnext undo ${earlier}\` undoes what you did to ${earlier} before that.`
      : `${gives}\`upnext undo --list\` shows what can be undone.`
  }
  if (task === undefined) return "`upnext agent list` shows who is paused, and by whom."
  if (field === "deleted")
    return `\`upnext restore ${task}\` brings it back; \`upnext undo --list\` shows your other changes.`
  return field === "status" && (status === "done" || status === "cancelled")
    ? `An undo does not take back finished work. ${reopens(task, status)}`
    : `\`upnext history ${task}\` shows who changed the task.`
}

/** Who may decide on a review, and how. */
export function decides(task: string, { reviewer, isOwnReview }: Facts): string {
  const who = isOwnReview ? `Anyone but ${reviewer}` : (reviewer ?? "Anyone but the one who did the work")
  return `${who} may decide: \`upnext review ${task} approve\`.`
}
