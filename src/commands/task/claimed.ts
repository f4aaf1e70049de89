import type { OutputOf } from "../../client/contract.ts"
import { isTerminal, style } from "../../terminal/output.ts"
import { lessonsBlock, nothingReady, taskCard } from "./render.ts"

type ClaimAnswer = OutputOf<"task.claimNext">

/** How `next` and `claim` show a task. */
export const claimed = {
  print({ task, lease, lessons }: ClaimAnswer): string {
    if (!task)
      return isTerminal()
        ? `${nothingReady}\n${style.dim("`upnext task next` says why with --explain.")}`
        : nothingReady
    const card = taskCard(task) + lessonsBlock(lessons)
    if (!isTerminal()) return card
    const way = lease
      ? `It is yours. When it is done: upnext task done ${task.id} --reflection "…"`
      : `Take it: upnext task claim ${task.id}`
    return `${card}\n\n${style.dim(way)}`
  },
  id: ({ task }: ClaimAnswer): string | undefined => task?.id,
  /** 3 means that nothing is ready. */
  exit: ({ task }: ClaimAnswer): number => (task ? 0 : 3),
}
