import type { OutputOf } from "../client/contract.ts"
import type { ToolCaller } from "./caller.ts"
import { handoffText } from "./handoff-text.ts"
import { taskText } from "./task-text.ts"

/** What a model is told after a claim. */
export function claimText(caller: ToolCaller, { task, lease, handoff }: OutputOf<"task.claimNext">): string {
  if (!task) return "Nothing is ready."
  const name = lease === undefined ? task.id : caller.nameHeld(task.id, lease)
  return [taskText(task), handoffText(handoff), `You hold it as ${name}.`]
    .filter((each) => each !== "")
    .join("\n")
}
