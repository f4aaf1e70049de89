import { storyIn, type Label } from "../../domain/wire/plan/label.ts"
import type { PlanFault, PlanLine } from "../../domain/wire/plan/lines.ts"
import type { PlanNode } from "../../domain/wire/plan/outline-tree.ts"
import type { ChecklistNode, ChecklistWishes } from "./plan-shape.ts"
import { orderOf, stepsOf } from "./order.ts"
import { edgesOfProse, edgesOfTask, wavesIn, type KnownNames, type SaidEdge } from "./said-order.ts"

/** The tasks that each task waits for, by the form of the plan, by its waves, and by its sentences. */
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
  const known = knownNames(nodes, labels)
  const waits = new Map([...orderOf(order, { isFree })].map(([i, list]) => [i, [...list]]))
  const below = nodes.map((): number[] => [])
  for (const [i, { parent }] of nodes.entries()) if (parent !== undefined) below[parent]?.push(i)
  const faults: PlanFault[] = []
  const planned = wavesIn(lines.map(({ raw }) => raw).join("\n"))
  /** The required tasks of each wave, or of the ones before it. */
  const ends: (readonly number[])[] = []
  for (const { tasks, after, unknown } of planned?.waves ?? []) {
    const places = tasks.flatMap((id) => known.places.get(id) ?? [])
    const blame = (message: string) => faults.push({ line: planned?.line ?? 1, message })
    if (places.length < tasks.length)
      blame("a wave lists tasks that are not in the plan; these tasks are left out")
    if (unknown > 0)
      blame("a wave depends on waves that do not come before it; these dependencies are left out")
    const before = [...new Set(after.flatMap((wave) => ends[wave] ?? []))]
    for (const place of places) {
      // A wave that names a whole task says nothing of the order of its parts.
      const within = new Set(withBelow(place, below))
      for (const at of within) {
        const inside = waits.get(at)?.filter((to) => within.has(to))
        if (inside) waits.set(at, inside.length > 0 ? inside : [...before])
      }
    }
    const required = places.filter((each) => order[each]?.isOptional === false)
    ends.push(required.length > 0 ? required : before)
  }
  const said = [
    ...nodes.flatMap(({ read, description }, from) =>
      edgesOfTask(read.title, description, known).map((to): SaidEdge => ({ from, to })),
    ),
    ...edgesOfProse(lines, known),
  ]
  for (const { line } of addSaid(said, nodes, below, waits))
    faults.push({
      line,
      message: "a sentence makes the task wait for another that already waits for it; that edge is left out",
    })
  return { waits, faults, steps: stepsOf(order, waits) }
}

// --- internal ---

/** Beyond these it would take long to see which edges are needed, and an import looks for cycles anyway. */
const mostNodes = 5_000
const mostSaid = 2_000

/** Adds the edges that do not follow from others; the tasks of those that would create a cycle come back. */
function addSaid(
  said: readonly SaidEdge[],
  nodes: readonly ChecklistNode[],
  below: readonly (readonly number[])[],
  waits: ReadonlyMap<number, number[]>,
): readonly ChecklistNode[] {
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
    if (!waits.has(from) && (!isSmall || reaches(from, to))) continue
    for (const at of withBelow(from, below)) {
      if (!waits.has(at)) continue
      const node = nodes[from]
      if (at === to || reaches(at, to) || !node) continue
      if (reaches(to, at)) dropped.add(node)
      else waits.get(at)?.push(to)
    }
  }
  return [...dropped]
}

/** An id that was given twice names no task. */
function knownNames(nodes: readonly PlanNode[], labels: readonly Label[]): KnownNames {
  const places = new Map<string, number>()
  const namesAt = new Map<number, string[]>()
  const repeated = new Set<string>()
  for (const [i, { indent, read }] of nodes.entries()) {
    const [phase, story] = indent === undefined ? [phaseIn(read.title), storyIn(read.title)] : []
    const names = [labels[i]?.id ?? [], phase ? `Phase_${phase}` : [], story ? `US_${story}` : []].flat()
    namesAt.set(i, names)
    for (const name of names) {
      if (places.has(name) && indent !== undefined) repeated.add(name)
      if (!places.has(name)) places.set(name, i)
    }
  }
  for (const name of repeated) places.delete(name)
  return { places, namesAt }
}

function phaseIn(heading: string): string | undefined {
  return /\bphase (\d+)\b/i.exec(heading)?.[1]
}

/** A task or a phase, and all below it. */
function withBelow(place: number, below: readonly (readonly number[])[]): readonly number[] {
  const within = [place]
  for (const at of within) for (const child of below[at] ?? []) within.push(child)
  return within
}
