import type { OutputOf } from "../client/contract.ts"
import type { ToolCaller } from "./caller.ts"
import { handoffText } from "./handoff-text.ts"
import { sayTakeOver } from "./hints.ts"
import { taskText } from "./task-text.ts"

/** What a model is told after a claim. */
export function claimText(
  caller: ToolCaller,
  { task, lease, handoff, held, claimedBefore }: OutputOf<"task.claimNext">,
): string {
  if (!task) return `Nothing is ready.${held?.silent === true ? ` ${heldText(held)}` : ""}`
  const name = lease === undefined ? task.id : caller.nameHeld(task.id, lease)
  const doubt =
    claimedBefore === undefined
      ? ""
      : `It was claimed under your name at ${claimedBefore} without a session: another process may be at work on it.`
  return [taskText(task), handoffText(handoff), `You hold it as ${name}.`, doubt]
    .filter((each) => each !== "")
    .join("\n")
}

// --- internal ---

function heldText({ task, heardAt }: NonNullable<OutputOf<"task.claimNext">["held"]>): string {
  const heard = heardAt === null ? "" : `, last heard at ${heardAt}`
  return `${task} is held by another session of yours${heard}. ${sayTakeOver(task)}`
}
