import type { OutputOf } from "../client/contract.ts"
import type { ToolCaller } from "./caller.ts"
import { handoffText } from "./handoff-text.ts"
import { sayTakeOver } from "./hints.ts"
import { taskText } from "./task-text.ts"

/** What a model is told after a claim. */
export function claimText(
  caller: ToolCaller,
  { task, lease, handoff, held }: OutputOf<"task.claimNext">,
): string {
  if (!task) return `Nothing is ready.${held ? ` ${heldText(held)}` : ""}`
  const name = lease === undefined ? task.id : caller.nameHeld(task.id, lease)
  return [taskText(task), handoffText(handoff), `You hold it as ${name}.`]
    .filter((each) => each !== "")
    .join("\n")
}

// --- internal ---

function heldText({ task, expiresAt }: NonNullable<OutputOf<"task.claimNext">["held"]>): string {
  const until = expiresAt === null ? "" : ` until ${expiresAt}`
  return `${task} is held by another session of yours${until}. ${sayTakeOver(task)}`
}
