import type { Label } from "../../domain/wire/plan/label.ts"
import type { PlanLine } from "../../domain/wire/plan/lines.ts"
import type { PlanNode } from "../../domain/wire/plan/outline-tree.ts"
import type { ChecklistNode, ChecklistWishes } from "./plan-shape.ts"
import { orderOf, stepsOf } from "./order.ts"
import { saidEdges, wavesIn } from "./said-order.ts"

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

// --- internal ---

/** These tasks, and those below them that are work themselves. */
function leavesOf(places: readonly number[], nodes: readonly PlanNode[]): number[] {
  const within = new Set(places)
  for (const [i, { parent }] of nodes.entries()) if (parent !== undefined && within.has(parent)) within.add(i)
  return [...within].filter((i) => nodes[i]?.hasTasks === false)
}
