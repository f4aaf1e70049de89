import type { OutputOf } from "../../client/contract.ts"
import type { ClientCall } from "../../terminal/client-command.ts"
import { isTerminal, note, style } from "../../terminal/output.ts"
import { asTyped } from "../../terminal/typed.ts"
import { handoffLines } from "./handoff.ts"
import { lessonsBlock, nothingReady, section, taskCard } from "./render.ts"

type ClaimAnswer = OutputOf<"task.claimNext">

/** Says on standard error which task another session of the same name holds. With `--json` the answer says it. */
export function tellHeld(
  { held }: Pick<ClaimAnswer, "held">,
  { flags, again }: Pick<ClientCall<"task.claimNext">, "flags" | "again">,
): void {
  if (!held || flags.json === true) return
  note(`${held.task} is held by an earlier session of this name.`)
  const way = `To go on with it: \`upnext task claim ${held.task} --take-over${again}\`.`
  note(`${style.dim("hint")}  ${asTyped(way)}`)
}

/** How `next` and `claim` show a task. */
export const claimed = {
  print({ task, lease, handoff, lessons }: ClaimAnswer, again: string): string {
    if (!task)
      return isTerminal()
        ? `${nothingReady}\n${style.dim(asTyped(`Why: upnext task next --explain${again}`))}`
        : nothingReady
    const past = handoffLines(handoff, `upnext task show ${task.id}${again}`)
    const card = [taskCard(task), ...section(past)].join("\n") + lessonsBlock(lessons)
    if (!isTerminal()) return card
    const way = lease
      ? `It is yours. When it is done: upnext task done ${task.id} --reflection "…"${again}`
      : `Take it: upnext task claim ${task.id}${again}`
    return `${card}\n\n${style.dim(asTyped(way))}`
  },
  id: ({ task }: ClaimAnswer): string | undefined => task?.id,
  /** 3 means that nothing is ready. */
  exit: ({ task }: ClaimAnswer): number => (task ? 0 : 3),
}
