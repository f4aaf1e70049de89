import type { OutputOf } from "../../client/contract.ts"
import { cutText } from "../../domain/wire/excerpt.ts"
import { passedOn, type Passed } from "../../terminal/address.ts"
import type { ShownHandoff } from "../../terminal/shown/handoff.ts"
import type { ShownTask } from "../../terminal/shown/task.ts"
import { environmentWithout } from "../processes/own-environment.ts"

type Claim = OutputOf<"task.claimNext">

export interface ClaimedTask {
  readonly task: NonNullable<Claim["task"]>
  readonly lease: NonNullable<Claim["lease"]>
  readonly handoff: ShownHandoff | null
  /** Why the command runs again in the same attempt. */
  readonly lastRound?: string
  /** The files of its tree that have conflicts from merging the base. */
  readonly conflicts?: readonly string[] | undefined
}

/** As whom `upnext` inside the command acts, and on which server. */
export interface CommandIdentity {
  readonly agent: string
  readonly session: string
  readonly settings: Passed
}

/** What the command reads on its standard input: the task with its hand-over, as JSON on one line. */
export function inputOf({ task, handoff, lastRound, conflicts = [] }: ClaimedTask): string {
  return `${JSON.stringify({ ...task, handoff, lastRound, ...(conflicts.length > 0 && { conflicts }) })}\n`
}

/**
 * The environment of the command: this process's environment, the task, and the settings that `upnext` needs inside
 * the command.
 */
export function environment(
  { agent, session, settings }: CommandIdentity,
  claimed: ClaimedTask,
): NodeJS.ProcessEnv {
  const { task, lease } = claimed
  const handoff = handoffText(claimed)
  return {
    ...environmentWithout(/^UPNEXT_TASK_HANDOFF$/),
    UPNEXT_AGENT: agent,
    ...passedOn(settings),
    UPNEXT_SESSION: session,
    UPNEXT_LEASE_TOKEN: lease.token,
    ...taskVariables(task),
    ...(handoff !== undefined && { UPNEXT_TASK_HANDOFF: handoff }),
  }
}

/** A task in the environment of a command. */
export function taskVariables(task: ShownTask): NodeJS.ProcessEnv {
  return {
    UPNEXT_TASK_ID: task.id,
    UPNEXT_TASK_TITLE: task.title,
    UPNEXT_TASK_DESCRIPTION: task.description ?? "",
    UPNEXT_TASK_PROJECT: task.project,
    UPNEXT_TASK_PRIORITY: task.priority,
    UPNEXT_TASK_STATUS: task.status,
    UPNEXT_TASK_SOURCE: task.source ?? "",
    UPNEXT_TASK_TAGS: task.tags.join(","),
    UPNEXT_TASK_CRITERIA: fitting((task.criteria ?? []).map(({ text }) => text)),
  }
}

// --- internal ---

/** Linux does not start a program with a variable longer than 128 KiB, including its name. */
const mostBytes = 128_000

/** The longest review that fits into the variable, in UTF-16 units. A control character takes six bytes in JSON. */
const mostReview = 4000

/** How much of the output of each check fits into the variable, from its end. */
const mostCheckOutput = 1000

/** The hand-over on one line; undefined where nothing happened before. */
function handoffText({ handoff }: ClaimedTask): string | undefined {
  if (!handoff) return undefined
  const { review, checks } = handoff
  const shortChecks = checks?.map((each) => ({ ...each, output: each.output?.slice(-mostCheckOutput) }))
  const cut = review?.comment ? { ...review, comment: cutText(review.comment, mostReview) } : review
  const whole = JSON.stringify({ ...handoff, review: cut, checks: shortChecks })
  if (!cut?.lines || Buffer.byteLength(whole) <= mostBytes) return whole
  const fewer = withFewerLines(cut, Buffer.byteLength(whole) - mostBytes)
  return JSON.stringify({ ...handoff, review: fewer, checks: shortChecks })
}

/** Without the last line comments. @param bytes by how many bytes the JSON is too long */
function withFewerLines<R extends NonNullable<ShownHandoff["review"]>>(review: R, bytes: number): R {
  const { lines = [], linesOmitted = 0 } = review
  let left = bytes + 100 // the count of what is left out takes room, too
  let end = lines.length
  while (end > 0 && left > 0) left -= Buffer.byteLength(JSON.stringify(lines[--end])) + 1
  return { ...review, lines: lines.slice(0, end), linesOmitted: linesOmitted + lines.length - end }
}

/** As many of the lines as a variable holds. */
function fitting(lines: readonly string[]): string {
  let bytes = 0
  const end = lines.findIndex((line) => (bytes += Buffer.byteLength(line) + 1) > mostBytes)
  return (end < 0 ? lines : lines.slice(0, end)).join("\n")
}
