import { clean } from "../clean-text.ts"
import { readCriterion, writeCriterion } from "../tasks/criterion-form.ts"
import type { StoredTask } from "../exports/export-schema.ts"
import { toLines } from "./lines.ts"
import { parseOutline } from "./outline.ts"
import { parseTitle } from "./title.ts"
import { isFilled, taskFieldNames, type TaskField } from "../task-table.ts"

/** What a plan says of a task. */
export type TaskToWrite = Pick<StoredTask, "id" | "status" | "criteria" | TaskField>

/** What the line of JSON below a task says. */
interface MoreFields {
  [field: string]: unknown
}

/** The words behind a title, and what these cannot say. */
export function wordsOf(
  task: TaskToWrite,
  nameOf: (id: string) => string,
  project: string,
): { words: string[]; more: MoreFields } {
  const words: string[] = []
  const more: MoreFields = {}
  const say = (field: string, value: unknown, ...written: string[]) => {
    const { read, faults } = parseTitle([plainTitle, ...written].join(" "))
    const isRead =
      faults.length === 0 && JSON.stringify(read) === JSON.stringify({ title: plainTitle, [field]: value })
    if (isRead && written.every((word) => clean(word) === word)) words.push(...written)
    else more[field] = value
  }
  if (clean(task.title) !== task.title) more.title = task.title
  if (task.assignee !== "unassigned") say("assignee", task.assignee, `@${task.assignee}`)
  if (task.priority !== "P2") say("priority", task.priority, `!${task.priority}`)
  if (task.eta !== null) say("eta", task.eta, `~${task.eta}`)
  if (task.tags.length > 0) say("tags", task.tags, ...task.tags.map((tag) => `+${tag}`))
  const blockedBy = task.blockedBy.map(nameOf)
  if (blockedBy.length > 0) say("blockedBy", blockedBy, `(after ${blockedBy.join(", ")})`)
  const { resources } = task
  if (resources.length > 0) say("resources", resources, `(needs: ${resources.join(", ")})`)
  if (task.project !== project) more.project = task.project
  for (const field of taskFieldNames)
    if (!saidElsewhere.includes(field) && isFilled(field, task[field])) more[field] = task[field]
  return { words, more }
}

/** Whether a description is read back unchanged from the lines below a task. */
export function readsAsText(text: string, isHeading: boolean): boolean {
  if (text === "") return true
  if (clean(text) !== text) return false
  const lines = isHeading ? ["# x", text] : ["- [ ] x", text.replace(/^(?=.)/gm, "  ")]
  const { nodes, faults } = parseOutline(toLines(lines.join("\n")))
  const [node] = nodes
  const isAll = nodes.length === 1 && faults.length === 0 && node?.criteria.length === 0
  return isAll && node.description === text && Object.keys(node.more).length === 0
}

/**
 * The criteria of a task, checked off if they are met, with the evidence below; and the part that Markdown cannot
 * express.
 */
export function criteriaOf(task: TaskToWrite): { lines: string[]; more: MoreFields } {
  const { criteria = [] } = task
  const bound = criteria.flatMap(({ text, standsOn }) => (standsOn === undefined ? [] : [[text, standsOn]]))
  const isBoundReadable = criteria.every(
    ({ text, standsOn }) =>
      JSON.stringify(readCriterion(writeCriterion(text, standsOn))) ===
      JSON.stringify({ text, check: standsOn }),
  )
  const met = criteria.flatMap(({ text, check, standsOn }) =>
    check && standsOn === undefined
      ? [{ criterion: text, ...(check.evidence !== null && { evidence: check.evidence }) }]
      : [],
  )
  const isReadable =
    isBoundReadable &&
    criteria.every(({ text, standsOn }) => readsAsCriterion(writeCriterion(text, standsOn)))
  const isMetReadable = isReadable && met.every(({ evidence = "" }) => readsAsCriterion("x", evidence))
  const lines = criteria.flatMap(({ text, check, standsOn }) =>
    check && isMetReadable
      ? [
          `- [x] ${writeCriterion(text, standsOn)}`,
          ...(check.evidence === null ? [] : [`  ${check.evidence}`]),
        ]
      : [`- [ ] ${writeCriterion(text, standsOn)}`],
  )
  return {
    lines: isReadable && lines.length > 0 ? ["Done when:", ...lines] : [],
    more: {
      ...(!isReadable && { done_criteria: criteria.map(({ text }) => text) }),
      ...(!isReadable && bound.length > 0 && { criteriaChecks: Object.fromEntries(bound) as object }),
      ...(!isMetReadable && met.length > 0 && { met }),
    },
  }
}

/** Characters that a terminal obeys are written as escapes. */
export function toJsonLine(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029]|\p{Bidi_Control}/gu,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  )
}

// --- internal ---

/** As words, as separate lines, or by the position of the task. */
const saidElsewhere: readonly TaskField[] = [
  ...(["title", "description", "assignee", "priority", "eta", "tags", "blockedBy", "resources"] as const),
  ...(["project", "parent", "discoveredFrom", "done_criteria", "criteriaChecks"] as const),
]

const plainTitle = "x"

/** Whether a criterion is read back unchanged with this evidence. */
function readsAsCriterion(text: string, evidence = ""): boolean {
  if (clean(text + evidence) !== text + evidence) return false
  const { nodes, faults } = parseOutline(toLines(`- [ ] x\n  Done when:\n  - [x] ${text}\n    ${evidence}`))
  const [node] = nodes
  const [read] = node?.criteria ?? []
  const isOne = faults.length === 0 && nodes.length === 1 && node?.criteria.length === 1
  return isOne && read?.text === text && (read.evidence ?? "") === evidence
}
