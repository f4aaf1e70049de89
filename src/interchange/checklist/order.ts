import { itemLimits } from "../../domain/wire/imports/import-form.ts"

/** The facts about a task or a phase that decide the order of a plan. */
export interface OrderedNode {
  /** Its place among all. */
  readonly parent: number | undefined
  /** It can be done beside its neighbours. */
  readonly isParallel: boolean
  /** It is left for later, so nothing waits for it. */
  readonly isOptional: boolean
}

export interface OrderWishes {
  /** Tasks of a phase follow each other only where something says so; phases still do. */
  readonly isFree: boolean
}

/**
 * The places of the nodes that each task waits for. Neighbours follow each other, and those that are parallel stand side by side
 * between the last one before them that is not, and the next. So user stories of spec-kit wait for all phases before the
 * first of them, and what comes behind them waits for all stories. A phase waits by its first tasks.
 */
export function orderOf(
  nodes: readonly OrderedNode[],
  { isFree }: OrderWishes,
): ReadonlyMap<number, readonly number[]> {
  const below = new Map<number | undefined, number[]>()
  for (const [i, { parent }] of nodes.entries()) {
    const list = below.get(parent)
    if (list) list.push(i)
    else below.set(parent, [i])
  }
  const waits = new Map<number, readonly number[]>()

  function walk(list: readonly number[], before: readonly number[]): void {
    let barrier = before
    let beside: number[] = []
    for (const i of list) {
      const node = nodes[i]
      const children = below.get(i)
      if (!node) continue
      const isBeside = node.isParallel || (isFree && !children)
      if (!isBeside && beside.length > 0) [barrier, beside] = [beside, []]
      if (!children) waits.set(i, barrier)
      if (children) walk(children, barrier)
      if (node.isOptional) continue
      // The number of edges of a task is limited, and an import names those beyond the limit.
      if (isBeside && beside.length <= itemLimits.edges) beside.push(i)
      if (!isBeside) barrier = [i]
    }
  }

  walk(below.get(undefined) ?? [], [])
  return waits
}

/** In how many steps a plan can be done at best, and the most tasks of a step; undefined where tasks wait in a cycle. */
export function stepsOf(
  nodes: readonly OrderedNode[],
  waits: ReadonlyMap<number, readonly number[]>,
): { readonly steps: number; readonly widest: number } | undefined {
  const levels = nodes.map(() => 0)
  // An edge may lead to a task further down, which another pass has to look at.
  for (let [pass, isStable] = [0, false]; !isStable; pass++) {
    if (pass === mostPasses) return undefined
    isStable = true
    for (const [i, list] of waits) {
      const level = list.reduce((most, each) => Math.max(most, levels[each] ?? 0), 0) + 1
      for (let at: number | undefined = i; at !== undefined; at = nodes[at]?.parent) {
        if (level <= (levels[at] ?? 0)) break
        levels[at] = level
        isStable = false
      }
    }
  }
  const counts = new Map<number, number>()
  for (const i of waits.keys())
    if (nodes[i]?.isOptional === false) counts.set(levels[i] ?? 0, (counts.get(levels[i] ?? 0) ?? 0) + 1)
  let [steps, widest] = [0, 0]
  for (const [level, count] of counts) [steps, widest] = [Math.max(steps, level), Math.max(widest, count)]
  return { steps, widest }
}

// --- internal ---

const mostPasses = 50
