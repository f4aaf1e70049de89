import type { OutputOf } from "../../client/contract.ts"
import { line, style } from "../../terminal/output.ts"
import { ago } from "../../terminal/show-time.ts"
import { indented } from "../../terminal/wrap.ts"

/** What was learned in the work on a task itself. */
export function learnedLines(reflections: OutputOf<"reflection.list">["reflections"]): readonly string[] {
  return reflections.flatMap(({ agent, content, createdAt }) => [
    `  learned by ${style.cyan(line(agent))}, ${ago(createdAt)}:`,
    ...indented(content, 4),
  ])
}

/** What similar tasks taught, shown below a task; empty if it was not asked for. */
export function lessonsBlock(lessons: OutputOf<"task.read">["lessons"] = []): string {
  const each = lessons.map(({ content, agent, taskId, title }) => {
    const from = style.dim(`${line(agent)}, ${taskId} ${line(title ?? "")}`)
    return ["", `  ${style.cyan("learned")} ${from}`, ...indented(content, 4)]
  })
  return each.map((lines) => `\n${lines.join("\n")}`).join("")
}
