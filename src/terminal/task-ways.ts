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
  if (typeof did === "string") {
    const [way, does] = waysBack[did]?.replace("ID", String(task)).split(": ") ?? []
    const gives = way === undefined ? "" : `\`upnext ${way}\` ${does}. `
    return typeof earlier === "string" && (earlier !== task || did !== "task.completed")
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

// --- internal ---

/** The way back from what cannot be undone, by the type of its event: a command, and what it does. */
const waysBack: Readonly<Record<string, string>> = {
  "task.claimed": "release ID: gives the task back",
  "task.completed": "reopen ID: opens it again",
  "task.released": "claim ID: takes it again",
  "task.commented": "comment ID: adds a correction",
  "agent.joined": "agent describe: changes it again",
  "agent.deleted": "agent describe: lists it again",
  "team.started": "agent delete: removes an agent",
  "resource.closed": "resource open: opens it",
  "resource.opened": "resource close: closes it",
}
