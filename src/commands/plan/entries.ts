import type { InputOf } from "../../client/contract.ts"
import { criteriaFields, readCriterion } from "../../domain/wire/tasks/criterion-form.ts"
import { nearest } from "../../nearest.ts"
import type { PlanFault } from "../../domain/wire/plan/lines.ts"
import { headingResult } from "../../domain/wire/plan/heading-result.ts"
import type { PlanNode } from "../../domain/wire/plan/outline-tree.ts"

/** One task of a plan, as it is sent. */
export type PlannedTask = InputOf<"task.createMany">["tasks"][number]

export interface PlanEntry {
  readonly line: number
  readonly task: PlannedTask
}

export interface PlanManner {
  /** Whether a heading that asks for nothing of its own is done when its children are; default: it is. */
  readonly closesHeadings?: boolean
}

/** What is checked off is left out, and the tasks below it take its place. */
export function toEntries(
  nodes: readonly PlanNode[],
  { closesHeadings = true }: PlanManner,
): {
  entries: PlanEntry[]
  faults: PlanFault[]
  notes: PlanFault[]
} {
  const faults: PlanFault[] = []
  const named = new Map<string, PlanNode>()
  for (const node of nodes) {
    const { line, read } = node
    if (read.ref === undefined) continue
    const known = named.get(read.ref)
    if (known)
      faults.push({ line, message: `#${read.ref} is already used as the name of line ${known.line}` })
    else named.set(read.ref, node)
  }
  const isDone = (ref: string) => named.get(ref.slice(1))?.isDone === true
  const refOf = ({ line, read }: PlanNode) => read.ref ?? freeName(`line-${line}`, named)

  function openAbove({ parent }: PlanNode): PlanNode | undefined {
    const node = parent === undefined ? undefined : nodes[parent]
    return node?.isDone ? openAbove(node) : node
  }

  function projectAbove({ parent }: PlanNode): unknown {
    const node = parent === undefined ? undefined : nodes[parent]
    return node && (node.more["project"] ?? projectAbove(node))
  }

  function toEntry(node: PlanNode): PlanEntry {
    const { line, indent, hasTasks, more, description, criteria } = node
    const { status: _, ...read } = node.read
    for (const ref of read.blockedBy ?? [])
      if (ref.startsWith("#") && !named.has(ref.slice(1)))
        faults.push({ line, message: unknownRef(ref, named) })
    const written = criteria.map(({ text }) => readCriterion(text))
    const met = criteria.flatMap(({ isMet, evidence }, i) => {
      const { text: criterion = "", check } = written[i] ?? {}
      // Only its check says whether such a criterion is met.
      if (!isMet || check !== undefined) return []
      return [{ criterion, ...(evidence !== undefined && { evidence }) }]
    })
    const own = {
      ...read,
      ...(description !== "" && { description }),
      ...(criteria.length > 0 && criteriaFields(criteria.map(({ text }) => text))),
      ...(met.length > 0 && { met }),
      ...(read.blockedBy && { blockedBy: read.blockedBy.filter((ref) => !isDone(ref)) }),
    }
    for (const field of Object.keys(more)) {
      if (field === "ref" || field === "parent")
        faults.push({ line, message: `"${field}" comes from the plan itself, not from a line of fields` })
      else if (field in own && field !== "title")
        faults.push({ line, message: `"${field}" is given twice: by the plan, and by a line of fields` })
    }
    const above = openAbove(node)
    const project = projectAbove(node)
    const closes = closesHeadings && indent === undefined && headingResult({ ...own, ...more }, hasTasks)
    const task = {
      ...(project !== undefined && { project }),
      ...own,
      ...(closes && { result: closes }),
      ...more,
      ref: refOf(node),
      ...(above && { parent: `#${refOf(above)}` }),
    }
    return { line, task: task as PlannedTask }
  }

  const notes = nodes
    .filter((node) => node.isDone)
    .map(({ line }) => ({ line, message: "is done, so it is left out" }))
  const open = nodes.filter((node) => !node.isDone)
  for (const { line, read } of open)
    if (read.status !== undefined && read.status !== "todo")
      notes.push({ line, message: `has the status ${read.status} in the plan's source; it is added as todo` })
  return { entries: open.map(toEntry), faults, notes }
}

export function parseJsonLines(lines: readonly { number: number; text: string }[]): {
  entries: PlanEntry[]
  faults: PlanFault[]
} {
  const faults: PlanFault[] = []
  const entries = lines.flatMap(({ number: line, text }): PlanEntry[] => {
    if (text === "") return []
    try {
      const task: unknown = JSON.parse(text)
      if (typeof task === "object" && task !== null && !Array.isArray(task))
        return [{ line, task: task as PlannedTask }]
      faults.push({ line, message: "each line must be one JSON object" })
    } catch (error) {
      faults.push({ line, message: `is not valid JSON: ${(error as Error).message}` })
    }
    return []
  })
  const named = new Map(entries.map(({ task: { ref } }) => [String(ref), 0]))
  const withRefs = entries.map(({ line, task }) => ({
    line,
    task: { ...task, ref: task.ref ?? freeName(`line-${line}`, named) },
  }))
  return { entries: withRefs, faults }
}

// --- internal ---

/** A name for a task that has none, so that the server's answers can be told by the line. */
function freeName(name: string, taken: { has(name: string): boolean }): string {
  return taken.has(name) ? freeName(`${name}-`, taken) : name
}

function unknownRef(ref: string, named: ReadonlyMap<string, unknown>): string {
  const meant = nearest(
    ref,
    [...named.keys()].map((name) => `#${name}`),
  )
  return `no task in this plan is named ${ref}${meant === undefined ? "" : `; did you mean ${meant}?`}`
}
