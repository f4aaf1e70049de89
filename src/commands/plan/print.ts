import { clean } from "../../terminal/output.ts"
import type { ShownTask } from "../task/render.ts"
import { toLines } from "./lines.ts"
import { parseOutline } from "./outline.ts"
import { parseTitle, writeTitle } from "./title.ts"

/**
 * Writes tasks as a plan that reads back as the same tree. What Markdown cannot say goes to a line of JSON below the
 * task. Whether it can is found out by reading it back. What is done or cancelled is checked off.
 * @param tasks whole; those whose parent is not among them stand at the top
 * @param heading the one of them that becomes the heading of the rest
 */
export function printPlan(tasks: readonly ShownTask[], heading?: string): string {
  const ids = new Set(tasks.map(({ id }) => id))
  const byNumber = [...tasks].sort((a, b) => numberIn(a.id) - numberIn(b.id))
  const above = ({ id, parent }: ShownTask) =>
    parent !== null && ids.has(parent) && id !== heading ? parent : null
  const children = new Map<string | null, ShownTask[]>()
  for (const task of byNumber) {
    const siblings = children.get(above(task))
    if (siblings) siblings.push(task)
    else children.set(above(task), [task])
  }
  const isClosed = ({ status }: ShownTask) => status === "done" || status === "cancelled"
  const open = new Set(tasks.filter((task) => !isClosed(task)).map(({ id }) => id))
  const named = new Set(
    tasks.flatMap(({ blockedBy, discoveredFrom }) => [
      ...blockedBy,
      ...(discoveredFrom === null ? [] : [discoveredFrom]),
    ]),
  )
  const nameOf = (id: string) => (ids.has(id) ? `#${refOf(id)}` : id)

  function write(task: ShownTask, indent: number, project: string): string[] {
    const below = children.get(task.id) ?? []
    const isHeading = task.id === heading && !isClosed(task)
    const space = " ".repeat(indent)
    const inner = isHeading ? "" : `${space}  `
    const ref = named.has(task.id) ? refOf(task.id) : undefined
    const { words, more } = wordsOf(task, nameOf, project)
    const { discoveredFrom } = task
    if (discoveredFrom !== null)
      more.discoveredFrom = open.has(discoveredFrom) ? nameOf(discoveredFrom) : discoveredFrom
    const mark = isHeading ? "# " : `${space}- [${isClosed(task) ? "x" : " "}] `
    const description = task.description ?? ""
    const isReadable = readsAsText(description, isHeading)
    if (!isReadable) more.description = description
    const criteria = criteriaOf(task)
    Object.assign(more, criteria.more)
    const deeper = below.length > 0 || isHeading ? `${inner}  ` : inner
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
      ...(isHeading && task.criteriaCount > 0 ? [""] : []),
      ...below.flatMap((child) => write(child, isHeading ? 0 : indent + 2, task.project)),
    ]
  }

  return (children.get(null) ?? []).flatMap((task) => write(task, 0, "default")).join("\n")
}

// --- internal ---

interface MoreFields {
  [field: string]: unknown
}

const plainTitle = "x"

function numberIn(id: string): number {
  return Number(id.slice(2))
}

function refOf(id: string): string {
  return `t${numberIn(id)}`
}

/** The words behind a title, and what these cannot say. */
function wordsOf(
  task: ShownTask,
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
  const { reviewer, notBefore, dueAt, metadata = {}, resources, skills, escalation } = task
  if (resources.length > 0) say("resources", resources, `(needs: ${resources.join(", ")})`)
  if (skills.length > 0) more.skills = skills
  if (escalation.length > 0) more.escalation = escalation
  if (task.project !== project) more.project = task.project
  if (reviewer !== null) more.reviewer = reviewer
  if (notBefore !== null) more.notBefore = notBefore
  if (dueAt !== null) more.dueAt = dueAt
  if (Object.keys(metadata).length > 0) more.metadata = metadata
  return { words, more }
}

/** Whether a description is read back as it is from the lines below a task. */
function readsAsText(text: string, isHeading: boolean): boolean {
  if (text === "") return true
  if (clean(text) !== text) return false
  const lines = isHeading ? ["# x", text] : ["- [ ] x", text.replace(/^(?=.)/gm, "  ")]
  const { nodes, faults } = parseOutline(toLines(lines.join("\n")))
  const [node] = nodes
  const isAll = nodes.length === 1 && faults.length === 0 && node?.criteria.length === 0
  return isAll && node.description === text && Object.keys(node.more).length === 0
}

/** The criteria of a task, checked off where they are met, with the evidence below; and what Markdown cannot say of it. */
function criteriaOf({ criteria = [] }: ShownTask): { lines: string[]; more: MoreFields } {
  const met = criteria.flatMap(({ text, check }) =>
    check ? [{ criterion: text, ...(check.evidence !== null && { evidence: check.evidence }) }] : [],
  )
  const isReadable = criteria.every(({ text }) => readsAsCriterion(text))
  const isMetReadable = isReadable && met.every(({ evidence = "" }) => readsAsCriterion("x", evidence))
  const lines = criteria.flatMap(({ text, check }) =>
    check && isMetReadable
      ? [`- [x] ${text}`, ...(check.evidence === null ? [] : [`  ${check.evidence}`])]
      : [`- [ ] ${text}`],
  )
  return {
    lines: isReadable && lines.length > 0 ? ["Done when:", ...lines] : [],
    more: {
      ...(!isReadable && { done_criteria: criteria.map(({ text }) => text) }),
      ...(!isMetReadable && met.length > 0 && { met }),
    },
  }
}

/** Whether a criterion is read back as it is, with this evidence. */
function readsAsCriterion(text: string, evidence = ""): boolean {
  if (clean(text + evidence) !== text + evidence) return false
  const { nodes, faults } = parseOutline(toLines(`- [ ] x\n  Done when:\n  - [x] ${text}\n    ${evidence}`))
  const [node] = nodes
  const [read] = node?.criteria ?? []
  const isOne = faults.length === 0 && nodes.length === 1 && node?.criteria.length === 1
  return isOne && read?.text === text && (read.evidence ?? "") === evidence
}

/** Characters that a terminal obeys are written as escapes. */
function toJsonLine(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029]|\p{Bidi_Control}/gu,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  )
}
