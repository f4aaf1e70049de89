import type { OutputOf } from "../../client/contract.ts"
import { style } from "../../terminal/output.ts"
import { droppedLines } from "../task/render.ts"

/** `✓ 2 commands are taken back  T-7, T-8` */
export function sayTaken({ commands, tasks, dropped }: OutputOf<"command.undo">, what: string): string {
  const count = commands.length === 1 ? "It is" : `${commands.length} commands are`
  return [
    `${style.green("✓")} ${count} ${what}  ${style.dim(tasks.join(", "))}`.trimEnd(),
    ...droppedLines(dropped),
  ].join("\n")
}
