import { toLines } from "../../domain/wire/plan/lines.ts"
import { readChecklist } from "./checklist.ts"
import { planName } from "./plan-place.ts"
import { todoTasks } from "./todo-txt.ts"

/** A box of a plan, or a line of todo.txt. */
export interface PlanBox {
  /** As in the source of its task, such as `specs/001-login#T003`. */
  readonly id: string
  /** From 1. */
  readonly line: number
  readonly isDone: boolean
}

/** What stands in a plan, by the names that an import gives it. */
export function boxesIn(text: string, path: string): PlanBox[] {
  const name = planName(path)
  if (/\.txt$/i.test(path))
    return [...todoTasks(text)].map(({ id, line, task }) => ({
      id: `${name}#${id}`,
      line,
      isDone: task.isDone,
    }))
  return readChecklist(toLines(text), path).nodes.flatMap(({ id, line, box, isDone }) =>
    box === undefined ? [] : [{ id: `${name}#${id}`, line, isDone }],
  )
}

/**
 * Checks the boxes in these lines, and changes nothing else.
 * @param today as `2030-01-31`: todo.txt says when something was done
 */
export function tickBoxes(text: string, path: string, lines: ReadonlySet<number>, today: string): string {
  const isTodoTxt = /\.txt$/i.test(path)
  return text
    .split(/(\r\n|\r|\n)/)
    .map((part, i) => {
      if (i % 2 === 1 || !lines.has(i / 2 + 1)) return part
      return isTodoTxt ? part.replace(/^(\ufeff?)\s*/, `$1x ${today} `) : part.replace(boxForm, "$1x$2")
    })
    .join("")
}

// --- internal ---

const boxForm = /^(\ufeff?[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[)[^\]]?(\])/u
