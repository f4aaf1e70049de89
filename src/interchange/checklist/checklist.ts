import type { PlanFault, PlanLine } from "../../domain/wire/plan/lines.ts"
import { boxIn, linesApart } from "../../domain/wire/plan/marks.ts"
import { parseOutline } from "../../domain/wire/plan/outline.ts"
import type { PlanNode } from "../../domain/wire/plan/outline-tree.ts"
import { readLabel, storyIn, type Label } from "../../domain/wire/plan/label.ts"
import { ordered } from "./plan-order.ts"
import { planName, planPlaceOf, shortName } from "./plan-place.ts"
import {
  withNumbers,
  withOptional,
  withoutGates,
  type ChecklistNode,
  type ChecklistWishes,
  type Numbered,
} from "./plan-shape.ts"
import { writtenPaths } from "./written-paths.ts"

export interface Checklist {
  readonly nodes: readonly ChecklistNode[]
  readonly faults: readonly PlanFault[]
  readonly notes: readonly PlanFault[]
  /** It is the plan of a spec, whose tasks have an order. */
  readonly isOrdered: boolean
  readonly steps: { readonly steps: number; readonly widest: number } | undefined
}

/** Reads Markdown with boxes: the plan of a spec by its numbers, any other as `upnext plan` takes it. */
export function readChecklist(
  lines: readonly PlanLine[],
  path: string,
  wishes: ChecklistWishes = {},
): Checklist {
  const isOrdered = isSpec(lines, path)
  const outline = parseOutline(lines, isOrdered ? { isNumbered } : {})
  if (!isOrdered) return { ...outline, nodes: named(outline.nodes, []), isOrdered, steps: undefined }
  const labels = outline.nodes.map((node) => labelOf(node, path, outline.nodes))
  const numbered = withNumbers(outline.nodes, labels)
  const { nodes, dropped } = withoutGates(...withOptional(numbered, labels, wishes))
  const kept = named(
    nodes.map(({ node }) => node),
    nodes.map(({ label }) => label),
  )
  const { waits, faults, steps } = ordered(
    kept,
    nodes.map(({ label }) => label),
    lines,
    wishes,
  )
  const stated = withDone(kept, nodes)
  const early = stated.filter(({ isDone }, i) => !isDone && kept[i]?.isDone && kept[i].box !== undefined)
  return {
    faults: outline.faults,
    notes: [
      ...outline.notes,
      ...dropped,
      ...faults,
      ...early.map(({ line }) => ({
        line,
        message: "its box is checked, but the task stays open until the tasks below it are done",
      })),
    ],
    isOrdered,
    steps,
    nodes: stated.map((node, i) => {
      const { tags = [], title = "" } = nodes[i]?.label ?? {}
      const isPhase = node.hasTasks
      const resources =
        isPhase || wishes.withoutPaths === true ? [] : writtenPaths(nodes[i]?.label.title ?? "")
      return {
        ...node,
        read: { title, ...(tags.length > 0 && { tags }), ...(resources.length > 0 && { resources }) },
        more: isPhase ? { result: "children" } : {},
        waits: (waits.get(i) ?? []).flatMap((at) => kept[at]?.id ?? []),
      }
    }),
  }
}

// --- internal ---

const isNumbered = (title: string) => readLabel(title).id !== undefined

/** By its place, or by the numbers of its boxes. A plan in words of our own is none. */
function isSpec(lines: readonly PlanLine[], path: string): boolean {
  if (planPlaceOf(path)) return true
  const { hidden, code } = linesApart(lines)
  let [all, numbered] = [0, 0]
  for (const at of lines) {
    if (/\{#[\w.-]+\}|\(after\s+[^()]*(?:#|\bT-\d)|\(needs:|^done when:/i.test(at.text)) return false
    const box = hidden.has(at) || code.has(at) ? undefined : boxIn(at)
    if (!box?.title) continue
    all++
    if (readLabel(box.title).id !== undefined) numbered++
  }
  return numbered >= 2 && numbered >= all * 0.6
}

/** A heading keeps its number, which is part of its name. One that only says that it is a plan has the name of its spec. */
function labelOf(
  { indent, read: { title }, isOptional, parent }: PlanNode,
  path: string,
  nodes: readonly PlanNode[],
): Label {
  if (indent !== undefined) {
    const label = readLabel(title)
    return { ...label, isOptional: label.isOptional || isOptional }
  }
  // Below a story, `Tests for User Story 1` comes before `Implementation for User Story 1`.
  const isOfStory = storyIn(nodes[parent ?? -1]?.read.title ?? "") !== undefined
  const isParallel = (storyIn(title) !== undefined && !isOfStory) || /\((?:P|parallel)\)|\[P\]/.test(title)
  const name = title.replace(/^(?:tasks|implementation (?:plan|tasks))\b[\s:–—-]*/i, "")
  const spec = planPlaceOf(path) && parent === undefined ? planName(path).split("/").at(-1) : undefined
  return {
    id: undefined,
    isParallel,
    isOptional: false,
    isStruck: false,
    tags: [],
    title: name || spec || title,
  }
}

/** Gives each an id: its name in the plan, its number, or its text. */
function named(nodes: readonly PlanNode[], labels: readonly Label[]): ChecklistNode[] {
  const counts = new Map<string, number>()
  const textOf = ({ read }: PlanNode, i: number) => shortName(labels[i]?.title ?? read.title)
  const firstName = (node: PlanNode, i: number) => node.read.ref ?? labels[i]?.id ?? textOf(node, i)
  const taken = new Set<string>()
  return nodes.map((node, i) => {
    const first = firstName(node, i)
    const times = (counts.get(first) ?? 0) + 1
    counts.set(first, times)
    let id = first
    if (taken.has(id)) id = `${first} ${first === textOf(node, i) ? above(node) : textOf(node, i)}`.trim()
    for (let n = 2; taken.has(id); n++) id = `${first} (${times + n - 2})`
    taken.add(id)
    return {
      ...node,
      id,
      isRepeated: id !== first && labels[i]?.id !== undefined,
      waits: [],
      isStruck: false,
    }
  })

  function above({ parent }: PlanNode): string {
    const node = parent === undefined ? undefined : nodes[parent]
    return node && parent !== undefined ? `< ${textOf(node, parent)}` : ""
  }
}

/**
 * Struck-out tasks are closed. A phase, or a task that holds others, is done when they are, whatever its own box says;
 * optional tasks count only in an optional phase.
 */
function withDone(nodes: readonly ChecklistNode[], numbered: readonly Numbered[]): ChecklistNode[] {
  const isStruck = nodes.map((_, i) => numbered[i]?.label.isStruck === true)
  const isDone = nodes.map(({ isDone, hasTasks }, i) => (isDone && !hasTasks) || isStruck[i] === true)
  const open = new Set<number>()
  for (const [i, { parent, hasTasks, isOptional }] of [...nodes.entries()].toReversed()) {
    if (hasTasks && !open.has(i)) isDone[i] = true
    const isNeeded = !isOptional || (parent !== undefined && nodes[parent]?.isOptional === true)
    if (parent !== undefined && isDone[i] !== true && isNeeded) open.add(parent)
  }
  return nodes.map((node, i) => ({ ...node, isDone: isDone[i] === true, isStruck: isStruck[i] === true }))
}
