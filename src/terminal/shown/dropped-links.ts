import type { OutputOf } from "../../client/contract.ts"
import { style } from "../output.ts"

/** A line for each link that a task which came back has lost. */
export function droppedLines(dropped: OutputOf<"task.restore">["dropped"]): string[] {
  return dropped.map(({ of, field, to, why }) => {
    const because = why === "gone" ? `${to} is gone for good` : "tasks would wait for each other"
    return `  ${style.yellow("not linked again:")} ${field} ${to} of ${of}: ${because}`
  })
}
