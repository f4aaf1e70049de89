import type { Facts } from "../errors.ts"

/** How a task that is over, or blocked, is worked on again. */
export function reopens(task: string, status: string): string {
  return status === "blocked"
    ? `\`upnext edit ${task} --status todo\` unblocks it.`
    : `\`upnext reopen ${task}\` opens it again.`
}

/** How a deleted task is brought back. */
export const restores = (task: string): string => `\`upnext restore ${task}\` brings it back.`

/** What was to be added to a task, as words of a command. */
export interface Unsaid {
  /** Each with its evidence. */
  readonly criteria?: readonly string[]
  readonly lesson?: string | undefined
  readonly summary?: string | undefined
}

/** How to add what was left out when a task was finished. @param again what each command ends with */
export function saysLater(
  task: string,
  unsaid: readonly string[],
  { criteria = ["<criterion>"], lesson = "<text>", summary = "<text>" }: Unsaid = {},
  again = "",
): string {
  const ways: Readonly<Record<string, readonly string[]>> = {
    criteria: criteria.map((each) => `meet ${task} ${each}`),
    lesson: [`edit ${task} --lesson ${lesson}`],
    summary: [`comment ${task} ${summary}`],
  }
  const lines = unsaid.flatMap((what) => ways[what] ?? []).map((each) => `\`upnext ${each}${again}\``)
  return `Add it to the finished task: ${lines.join(", ")}.`
}

/** What to do where an undo is blocked. */
export function goesOn(facts: Facts): string {
  const { task, field, status = "", did, earlier } = facts
  if (typeof did === "string") {
    const [way, does] = wayBack(facts) ?? []
    const gives = way === undefined ? "" : `\`upnext ${way}\` ${does}. `
    return typeof earlier === "string"
      ? `${gives}\`upnext undo ${earlier}\` undoes what you did to ${earlier} before that.`
      : `${gives}\`upnext undo --list\` shows what can be undone.`
  }
  if (task === undefined) return "`upnext agent list` shows who is paused, and by whom."
  if (field === "deleted") return `${restores(task)} ${others}`
  return (field === "status" || field === "work") && (status === "done" || status === "cancelled")
    ? `${reopens(task, status)} ${others}`
    : `\`upnext history ${task}\` shows who changed the task. ${others}`
}

/**
 * The way back from an action that cannot be undone: a command without `upnext`, and its effect. Undefined if there is
 * none, or if the status of its task shows that somebody has taken it.
 */
export function wayBack({ did, task, status }: Facts): readonly string[] | undefined {
  const { at, way } = waysBack[String(did)] ?? {}
  const isThere = at === undefined || status === undefined || status === at
  return isThere ? way?.replace("ID", String(task)).split(": ") : undefined
}

/** Who may decide on a review, and how. */
export function decides(task: string, { reviewer, isOwnReview }: Facts): string {
  const who = isOwnReview ? `Anyone but ${reviewer}` : (reviewer ?? "Anyone but the one who did the work")
  return `${who} may decide: \`upnext review ${task} approve\`.`
}

// --- internal ---

const others = "`upnext undo --list` shows your other changes."

interface WayBack {
  /** A command, and what it does. */
  readonly way: string
  /** The status in which the action left its task. */
  readonly at?: string
}

/** By the type of the event that cannot be undone. */
const waysBack: Readonly<Record<string, WayBack>> = {
  "task.claimed": { way: "release ID: gives the task back", at: "doing" },
  "task.released": { way: "claim ID: takes it again", at: "todo" },
  "task.commented": { way: "comment ID: adds a correction" },
  "agent.joined": { way: "agent describe: changes it again" },
  "agent.deleted": { way: "agent describe: lists it again" },
  "team.started": { way: "agent delete: removes an agent" },
  "resource.declared": { way: "resource set: changes it again" },
  "resource.closed": { way: "resource open: opens it" },
  "resource.opened": { way: "resource close: closes it" },
}
