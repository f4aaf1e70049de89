import { clean } from "../clean-text.ts"
import { readLabel } from "./label.ts"
import { headingResult } from "./heading-result.ts"
import { writeTitle } from "./title.ts"
import { criteriaOf, readsAsText, toJsonLine, wordsOf, type TaskToWrite } from "./written-fields.ts"
import { createTreeToWrite, isClosed, refOf } from "./written-tree.ts"

export type { TaskToWrite }

export interface PlanWishes {
  /** The task that becomes the heading of the others. */
  readonly heading?: string | undefined
  /** Whether each task is named after its number and shows its status, for readers who know the board. */
  readonly isBoard?: boolean
}

/** The same in one text. */
export function printPlan(tasks: readonly TaskToWrite[], heading?: string): string {
  return [...writePlan(tasks, (task) => task, { heading })].join("").slice(0, -1)
}

/**
 * Writes tasks as a plan that reads back as the same tree, task by task. Values that Markdown cannot express are
 * written as a line of JSON below the task; reading the plan back shows which these are. Tasks that are done or
 * cancelled are checked off.
 * @param tasks whole; tasks whose parent is not among them are at the top
 * @param fieldsOf is called twice for each task, so that not all fields are in memory at once
 */
export function* writePlan<T>(
  tasks: readonly T[],
  fieldsOf: (task: T) => TaskToWrite,
  { heading, isBoard = false }: PlanWishes = {},
): Generator<string, void> {
  const tree = createTreeToWrite<T>(heading)
  for (const task of tasks) {
    tree.add(task, fieldsOf(task))
    yield ""
  }
  const top: PlaceInPlan = { indent: 0, project: "default" }
  const waiting = tree.below(null).map((task) => ({ task, at: top }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const fields = fieldsOf(next.task)
    const children = tree.below(fields.id)
    const isHeading = fields.id === heading && !isClosed(fields)
    yield `${linesOf(fields, next.at, { ...tree, isBoard, isHeading, hasTasks: children.length > 0 }).join("\n")}\n`
    const at = { indent: isHeading ? 0 : next.at.indent + 2, project: fields.project }
    for (const task of children) waiting.push({ task, at })
  }
}

// --- internal ---

/** The position of a task: its depth, and whether it is in the project of the task above. */
interface PlaceInPlan {
  readonly indent: number
  readonly project: string
}

interface WritingOf {
  isOpen(id: string): boolean
  isNamed(id: string): boolean
  nameOf(id: string): string
  readonly isBoard: boolean
  readonly isHeading: boolean
  readonly hasTasks: boolean
}

function linesOf(task: TaskToWrite, { indent, project }: PlaceInPlan, of: WritingOf): string[] {
  const { isBoard, isHeading, nameOf } = of
  const { discoveredFrom, status } = task
  const space = " ".repeat(indent)
  const inner = isHeading ? "" : `${space}  `
  const ref =
    isBoard || of.isNamed(task.id) || readLabel(task.title).id !== undefined ? refOf(task.id) : undefined
  const { words, more } = wordsOf(task, nameOf, project)
  const usual = isHeading ? headingResult({ ...task, done_criteria: task.criteria }, of.hasTasks) : null
  if (task.result === usual) delete more.result
  else more.result = task.result
  if (isBoard && status !== "todo" && status !== "done") words.push(`{${status}}`)
  if (discoveredFrom !== null)
    more.discoveredFrom = of.isOpen(discoveredFrom) ? nameOf(discoveredFrom) : discoveredFrom
  const mark = isHeading ? "# " : `${space}- [${isClosed(task) ? "x" : " "}] `
  const description = task.description ?? ""
  const isReadable = readsAsText(description, isHeading)
  if (!isReadable) more.description = description
  const criteria = criteriaOf(task)
  Object.assign(more, criteria.more)
  const deeper = of.hasTasks || isHeading ? `${inner}  ` : inner
  return [
    [mark + writeTitle(clean(task.title)), ...(ref === undefined ? [] : [`{#${ref}}`]), ...words].join(" "),
    ...(Object.keys(more).length > 0 ? [inner + toJsonLine(more)] : []),
    ...(isHeading ? [""] : []),
    ...(isReadable && description !== ""
      ? description.split("\n").map((text) => (text === "" ? "" : inner + text))
      : []),
    ...(isHeading && description !== "" ? [""] : []),
    ...(criteria.lines.length > 0 && description !== "" && !isHeading ? [""] : []),
    ...criteria.lines.map((text) => deeper + text),
    ...(isHeading && (task.criteria ?? []).length > 0 ? [""] : []),
  ]
}
