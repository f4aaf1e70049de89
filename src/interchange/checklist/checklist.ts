import type { PlanFault, PlanLine } from "../../domain/wire/plan/lines.ts"
import { boxIn, hiddenLines } from "../../domain/wire/plan/marks.ts"
import { parseOutline } from "../../domain/wire/plan/outline.ts"
import type { PlanNode } from "../../domain/wire/plan/outline-tree.ts"
import { readLabel, storyIn, type Label } from "../../domain/wire/plan/label.ts"
import { orderOf, stepsOf } from "./order.ts"
import { planName, planPlaceOf } from "./plan-place.ts"
import { saidEdges, wavesIn } from "./said-order.ts"
import { writtenPaths } from "./written-paths.ts"

/** How a plan is to be read. */
export interface ChecklistWishes {
  /** `--parallel`: tasks of a phase have no order but the one that the plan says. */
  readonly isFree?: boolean | undefined
  /** `--optional`: what may be left out is to be done as well. */
  readonly takesOptional?: boolean | undefined
  /** `--no-paths`: the files that a task names are not its resources. */
  readonly withoutPaths?: boolean | undefined
}

/** A node of a plan, with what the forms of specs say of it. */
export interface ChecklistNode extends PlanNode {
  /** What it is known by in its file; no two are alike. */
  readonly id: string
  /** Its id was there before, so it is known by its text. */
  readonly isRepeated: boolean
  /** The ids of those that it waits for. */
  readonly waits: readonly string[]
  /** It is struck out, so it is not to be done any more. */
  readonly isStruck: boolean
}

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
  const labels = outline.nodes.map((node) => labelOf(node, path))
  const numbered = withNumbers(outline.nodes, labels)
  const { nodes, dropped } = withoutGates(...withOptional(numbered, labels, wishes))
  const kept = named(
    nodes.map(({ node }) => node),
    nodes.map(({ label }) => label),
  )
  const { waits, steps } = ordered(
    kept,
    nodes.map(({ label }) => label),
    lines,
    wishes,
  )
  return {
    faults: outline.faults,
    notes: [...outline.notes, ...dropped],
    isOrdered,
    steps,
    nodes: withDone(kept, nodes).map((node, i) => {
      const { tags = [], title = "" } = nodes[i]?.label ?? {}
      const isPhase = node.hasTasks
      const resources = isPhase || wishes.withoutPaths === true ? [] : writtenPaths(node.read.title)
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

type Numbered = { readonly node: PlanNode; readonly label: Label }

/** By its place, or by the numbers of its boxes. A plan in words of our own is none. */
function isSpec(lines: readonly PlanLine[], path: string): boolean {
  if (planPlaceOf(path)) return true
  const hidden = hiddenLines(lines)
  let [all, numbered] = [0, 0]
  for (const at of lines) {
    if (/\{#[\w.-]+\}|\((?:after|needs:?) |^done when:/i.test(at.text)) return false
    const box = hidden.has(at) ? undefined : boxIn(at)
    if (!box?.title) continue
    all++
    if (readLabel(box.title).id !== undefined) numbered++
  }
  return numbered >= 2 && numbered >= all * 0.6
}

/** A heading keeps its number, which is part of its name. One that only says that it is a plan has the name of its spec. */
function labelOf({ indent, read: { title }, isOptional, parent }: PlanNode, path: string): Label {
  if (indent !== undefined) {
    const label = readLabel(title)
    return { ...label, isOptional: label.isOptional || isOptional }
  }
  const isParallel = storyIn(title) !== undefined || /\((?:P|parallel)\)|\[P\]/.test(title)
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

/** `1.1` that stands beside `1.` is a part of it. */
function withNumbers(nodes: readonly PlanNode[], labels: readonly Label[]): PlanNode[] {
  const places = new Map<string, number>()
  const parents = nodes.map(({ parent, indent }, i) => {
    const { id } = labels[i] ?? {}
    if (id === undefined || indent === undefined) return parent
    const above = places.get(`${parent} ${id.replace(/[.-][A-Z]?\d+[a-z]?$/, "")}`)
    places.set(`${parent} ${id}`, i)
    return above !== undefined && above !== i ? above : parent
  })
  const withTasks = new Set(parents)
  return nodes.map((node, i) => ({ ...node, parent: parents[i], hasTasks: withTasks.has(i) }))
}

/**
 * What may be left out stands below the whole plan, so that its phase closes without it; or, where it is to be done as
 * well, where it is. A box that holds nothing else is work itself, and no phase.
 */
function withOptional(
  nodes: readonly PlanNode[],
  labels: readonly Label[],
  { takesOptional = false }: ChecklistWishes,
): [PlanNode[], Label[]] {
  const own = nodes.map(({ isDone }, i) => labels[i]?.isOptional === true && !isDone)
  const isOptional: boolean[] = []
  for (const [i, { parent }] of nodes.entries())
    isOptional[i] = own[i] === true || (parent !== undefined && isOptional[parent] === true)
  const holdsMore = new Set(
    nodes.flatMap(({ parent }, i) => (parent === undefined || own[i] === true ? [] : [parent])),
  )
  const parents: (number | undefined)[] = []
  for (const [i, { parent }] of nodes.entries()) {
    const isLone = parent !== undefined && nodes[parent]?.indent !== undefined && !holdsMore.has(parent)
    const above = parent === undefined ? undefined : parents[parent]
    if (own[i] !== true || parent === undefined || isOptional[parent] === true) parents[i] = parent
    else if (takesOptional) parents[i] = isLone ? above : parent
    else {
      let top: number | undefined = parent
      while (top !== undefined && parents[top] !== undefined) top = parents[top]
      parents[i] = top !== undefined && nodes[top]?.indent === undefined ? top : undefined
    }
  }
  const withTasks = new Set(parents)
  return [
    nodes.map((node, i) => ({
      ...node,
      isOptional: !takesOptional && isOptional[i] === true,
      parent: parents[i],
      hasTasks: withTasks.has(i),
    })),
    labels.map((label, i) => ({ ...label, isOptional: !takesOptional && isOptional[i] === true })),
  ]
}

/** Leaves out boxes without a number below a heading of a checklist: they say when the plan itself is good. */
function withoutGates(nodes: readonly PlanNode[], labels: readonly Label[]) {
  const seriesOf = (i: number) => /^(?=.*\d)[A-Z]*/.exec(labels[i]?.id ?? "")?.[0]
  const counts = new Map<string, number>()
  for (const i of nodes.keys()) {
    const series = seriesOf(i)
    if (series !== undefined) counts.set(series, (counts.get(series) ?? 0) + 1)
  }
  const [[usual] = []] = [...counts].sort(([, a], [, b]) => b - a)
  const isTask = nodes.map(
    ({ indent }, i) => indent !== undefined && usual !== undefined && seriesOf(i) === usual,
  )
  for (const [i, { parent }] of [...nodes.entries()].toReversed())
    if (parent !== undefined && isTask[i] === true) isTask[parent] = true
  const gone = new Set<number>()
  const dropped: PlanFault[] = []
  for (const [i, { parent, indent, read, line }] of nodes.entries()) {
    const isGate =
      indent === undefined && usual !== undefined && isTask[i] !== true && gateForm.test(read.title)
    if (isGate || (parent !== undefined && gone.has(parent))) gone.add(i)
    if (isGate)
      dropped.push({
        line,
        message: `a checklist of the plan itself, so its boxes are left out: ${read.title}`,
      })
  }
  const list = [...nodes.keys()].filter((i) => !gone.has(i))
  const places = new Map(list.map((old, i) => [old, i]))
  return {
    dropped,
    nodes: list.flatMap((old): Numbered[] => {
      const [node, label] = [nodes[old], labels[old]]
      return node && label
        ? [
            {
              label,
              node: { ...node, parent: node.parent === undefined ? undefined : places.get(node.parent) },
            },
          ]
        : []
    }),
  }
}

const gateForm =
  /checklist|success criteria|validation|definition of done|done when|acceptance|quality checks?|rollback plan|\bgat(?:e|ing)\b/i

/** Gives each an id: its name in the plan, its number, or its text. */
function named(nodes: readonly PlanNode[], labels: readonly Label[]): ChecklistNode[] {
  const counts = new Map<string, number>()
  const textOf = ({ read }: PlanNode, i: number) => shortened(labels[i]?.title ?? read.title)
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

function shortened(text: string): string {
  return text
    .replace(/\p{C}+/gu, " ")
    .trim()
    .slice(0, 120)
}

function ordered(
  nodes: readonly ChecklistNode[],
  labels: readonly Label[],
  lines: readonly PlanLine[],
  { isFree = false }: ChecklistWishes,
) {
  const order = nodes.map(({ parent }, i) => {
    const { isParallel = false, isOptional = false } = labels[i] ?? {}
    return { parent, isParallel, isOptional }
  })
  const places = new Map(nodes.map(({ id }, i) => [id, i]))
  const waits = new Map([...orderOf(order, { isFree })].map(([i, list]) => [i, [...list]]))
  const waves = wavesIn(lines.map(({ raw }) => raw).join("\n"))
  for (const [n, wave] of (waves ?? []).entries()) {
    const before = (waves?.[n - 1] ?? []).flatMap((id) => places.get(id) ?? [])
    const required = before.filter((each) => order[each]?.isOptional === false)
    for (const at of leavesOf(
      wave.flatMap((id) => places.get(id) ?? []),
      nodes,
    ))
      waits.set(at, [...required])
  }
  const tasks = nodes.map(({ id, read, description }) => ({ id, text: `${read.title}\n${description}` }))
  for (const { from, to } of saidEdges(lines, tasks, places)) {
    const [at, other] = [places.get(from), places.get(to)]
    const list = at === undefined ? undefined : waits.get(at)
    if (other !== undefined && list && !list.includes(other)) list.push(other)
  }
  return { waits, steps: stepsOf(order, waits) }
}

/** What is struck out is not to be done, and a phase whose tasks are all done is done, whatever its box says. */
function withDone(nodes: readonly ChecklistNode[], numbered: readonly Numbered[]): ChecklistNode[] {
  const isDone = nodes.map((node, i) => node.isDone || numbered[i]?.label.isStruck === true)
  const open = new Set<number>()
  for (const [i, { parent, hasTasks, isOptional }] of [...nodes.entries()].toReversed()) {
    if (hasTasks && !open.has(i)) isDone[i] = true
    if (parent !== undefined && (open.has(i) || (isDone[i] !== true && !isOptional))) open.add(parent)
  }
  return nodes.map((node, i) => ({
    ...node,
    isDone: isDone[i] === true,
    isStruck: numbered[i]?.label.isStruck === true,
  }))
}

/** These tasks, and those below them that are work themselves. */
function leavesOf(places: readonly number[], nodes: readonly PlanNode[]): number[] {
  const within = new Set(places)
  for (const [i, { parent }] of nodes.entries()) if (parent !== undefined && within.has(parent)) within.add(i)
  return [...within].filter((i) => nodes[i]?.hasTasks === false)
}
