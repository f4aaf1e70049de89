import { storyIn, type Label } from "../../domain/wire/plan/label.ts"
import type { PlanFault, PlanLine } from "../../domain/wire/plan/lines.ts"
import type { PlanNode } from "../../domain/wire/plan/outline-tree.ts"
import type { ChecklistNode, ChecklistWishes } from "./plan-shape.ts"
import { orderOf, stepsOf } from "./order.ts"
import { edgesOfProse, edgesOfTask, wavesIn, type KnownPlaces, type SaidEdge } from "./said-order.ts"

/** What each task waits for, by its form, by its waves, and by what is said of it. */
export function ordered(
  nodes: readonly ChecklistNode[],
  labels: readonly Label[],
  lines: readonly PlanLine[],
  { isFree = false }: ChecklistWishes,
) {
  const order = nodes.map(({ parent }, i) => {
    const { isParallel = false, isOptional = false } = labels[i] ?? {}
    return { parent, isParallel, isOptional }
  })
  const known = knownPlaces(nodes, labels)
  const waits = new Map([...orderOf(order, { isFree })].map(([i, list]) => [i, [...list]]))
  const faults: PlanFault[] = []
  let before: number[] = []
  for (const wave of wavesIn(lines.map(({ raw }) => raw).join("\n")) ?? []) {
    const places = wave.flatMap((id) => known.get(id) ?? [])
    if (places.length < wave.length)
      faults.push({ line: 1, message: "a wave names tasks that the plan does not have; they are left out" })
    for (const at of leavesOf(places, nodes)) waits.set(at, [...before])
    const required = places.filter((each) => order[each]?.isOptional === false)
    if (required.length > 0) before = required
  }
  const said = [
    ...nodes.flatMap(({ read, description }, from) =>
      edgesOfTask(read.title, description, known).map((to): SaidEdge => ({ from, to })),
    ),
    ...edgesOfProse(lines, known),
  ]
  for (const { line } of addSaid(said, nodes, waits))
    faults.push({ line, message: "it is said to wait for a task that waits for it, which is left out" })
  return { waits, faults, steps: stepsOf(order, waits) }
}

// --- internal ---

/** Beyond these it would take long to see which edges are needed, and an import looks for circles anyway. */
const mostNodes = 5_000
const mostSaid = 2_000

/** Adds the edges that do not follow from others; the tasks of those that would close a circle come back. */
function addSaid(
  said: readonly SaidEdge[],
  nodes: readonly ChecklistNode[],
  waits: ReadonlyMap<number, number[]>,
): readonly ChecklistNode[] {
  const below = nodes.map((): number[] => [])
  for (const [i, { parent }] of nodes.entries()) if (parent !== undefined) below[parent]?.push(i)
  const isSmall = nodes.length <= mostNodes && said.length <= mostSaid
  const reaches = (start: number, goal: number): boolean => {
    const seen = new Set(isSmall ? [start] : [])
    for (const at of seen) {
      if (at === goal) return true
      for (const next of [...(waits.get(at) ?? []), ...(below[at] ?? [])]) seen.add(next)
    }
    return false
  }
  const dropped = new Set<ChecklistNode>()
  for (const { from, to } of said) {
    // A phase that waits for one of its own tasks is text that means something else.
    if (!waits.has(from) && reaches(from, to)) continue
    for (const at of leavesOf([from], nodes)) {
      const node = nodes[from]
      if (at === to || reaches(at, to) || !node) continue
      if (reaches(to, at)) dropped.add(node)
      else waits.get(at)?.push(to)
    }
  }
  return [...dropped]
}

/** An id that was given twice names no task. */
function knownPlaces(nodes: readonly PlanNode[], labels: readonly Label[]): KnownPlaces {
  const known = new Map<string, number>()
  const repeated = new Set<string>()
  for (const [i, { indent, read }] of nodes.entries()) {
    const names =
      indent === undefined
        ? [
            ...(/\bphase (\d+)\b/i.exec(read.title)?.slice(1) ?? []).map((number) => `Phase_${number}`),
            ...[storyIn(read.title) ?? []].flat().map((number) => `US_${number}`),
          ]
        : [labels[i]?.id ?? []].flat()
    for (const name of names) {
      if (known.has(name) && indent !== undefined) repeated.add(name)
      if (!known.has(name)) known.set(name, i)
    }
  }
  for (const name of repeated) known.delete(name)
  return known
}

/** These tasks, and those below them that are work themselves. */
function leavesOf(places: readonly number[], nodes: readonly PlanNode[]): number[] {
  const within = new Set(places)
  for (const [i, { parent }] of nodes.entries()) if (parent !== undefined && within.has(parent)) within.add(i)
  return [...within].filter((i) => nodes[i]?.hasTasks === false)
}
