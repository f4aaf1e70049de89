import { toLines } from "../../domain/wire/plan/lines.ts"
import { isDoneBox } from "../../domain/wire/plan/marks.ts"
import { readChecklist } from "./checklist.ts"
import { planName } from "./plan-place.ts"
import { todoTasks } from "./todo-txt.ts"

/** A task that a plan names. */
export interface PlanBox {
  /** As in the source of its task, such as `specs/001-login#T003`. */
  readonly id: string
  /** From 1. */
  readonly line: number
  /** Checked, or struck out. */
  readonly isDone: boolean
  /** A heading, or an item without a box, cannot be checked. A line of todo.txt can. */
  readonly hasBox: boolean
}

/** The tasks of a plan, by the names that an import gives them. */
export function boxesIn(text: string, path: string): PlanBox[] {
  const name = planName(path)
  if (/\.txt$/i.test(path))
    return [...todoTasks(text)].map(({ id, line, task }) => ({
      id: `${name}#${id}`,
      line,
      isDone: task.isDone,
      hasBox: true,
    }))
  return readChecklist(toLines(text), path).nodes.map(({ id, line, box, isStruck }) => ({
    id: `${name}#${id}`,
    line,
    isDone: isDoneBox(box) || isStruck,
    hasBox: box !== undefined,
  }))
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
      return isTodoTxt ? endedLine(part, today) : part.replace(boxForm, "$1x$2")
    })
    .join("")
}

// --- internal ---

/** Behind `x` stand its days, so the priority goes where todo.txt keeps it: `(A) 2030-01-01 Call` → `x 2030-01-31 2030-01-01 Call pri:A`. */
function endedLine(line: string, today: string): string {
  return line
    .replace(/^(\ufeff?)\s*/, `$1x ${today} `)
    .replace(/^(\ufeff?x \S+ )\(([A-Z])\)\s+(.*?)\s*$/, "$1$3 pri:$2")
}

const boxForm = /^(\s*(?:[-*+]|\d{1,9}[.)])[ \t]+\[)[^\]]?(\])/u
