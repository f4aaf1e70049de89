import type { OutputOf } from "../client/contract.ts"
import { plainTime } from "../domain/wire/time.ts"
import type { ToolCaller } from "./caller.ts"
import { quote } from "./fence.ts"
import { handoffText } from "./handoff-text.ts"
import { plainHints } from "../errors.ts"
import { sayTakeOver } from "./hints.ts"
import { taskText } from "./task-text.ts"

export function claimText(
  caller: ToolCaller,
  { task, lease, handoff, held, claimedBefore, paused }: OutputOf<"task.claimNext">,
): string {
  if (!task) {
    const more = [...(paused ? [pausedText(paused)] : []), ...(held?.silent === true ? [heldText(held)] : [])]
    return ["Nothing is ready.", ...more].join(" ")
  }
  const name = lease === undefined ? task.id : caller.nameHeld(task.id, lease)
  const doubt =
    claimedBefore === undefined
      ? ""
      : `A process without a session claimed it under your name at ${plainTime(Date.parse(claimedBefore))} and may still be working on it.`
  return [taskText(task), handoffText(handoff), `You hold it as ${name}.`, doubt]
    .filter((each) => each !== "")
    .join("\n")
}

// --- internal ---

function pausedText({
  isTeam,
  by,
  until,
  reason,
}: NonNullable<OutputOf<"task.claimNext">["paused"]>): string {
  const end = until === null ? "until a person ends the pause" : `until ${plainTime(Date.parse(until))}`
  const because = reason === null ? "" : `, because ${quote(reason)}`
  return `${isTeam ? "The whole team is" : "You are"} paused by ${quote(by)} ${end}${because}. ${plainHints.agent_paused}`
}

function heldText({ task, heardAt }: NonNullable<OutputOf<"task.claimNext">["held"]>): string {
  const heard = heardAt === null ? "" : `, last heard at ${plainTime(Date.parse(heardAt))}`
  return `${task} is held by another session of yours${heard}. ${sayTakeOver(task)}`
}
