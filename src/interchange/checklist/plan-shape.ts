import type { PlanFault } from "../../domain/wire/plan/lines.ts"
import type { Label } from "../../domain/wire/plan/label.ts"
import type { PlanNode } from "../../domain/wire/plan/outline-tree.ts"
import type { ReadWishes } from "../reader.ts"

/** The wishes that are about plans. */
export type ChecklistWishes = Pick<ReadWishes, "isFree" | "takesOptional" | "withoutPaths">

/** A node of a plan, with what the forms of specs say of it. */
export interface ChecklistNode extends PlanNode {
  /** Its name in its file, which no other node has. */
  readonly id: string
  /** Its id was there before, so it is known by its text. */
  readonly isRepeated: boolean
  /** The ids of those that it waits for. */
  readonly waits: readonly string[]
  /** It is struck out, so it is not to be done any more. */
  readonly isStruck: boolean
}

/** A node of a plan with its label. */
export interface Numbered {
  readonly node: PlanNode
  readonly label: Label
}

/** `1.1` that stands beside `1.` is a part of it. */
export function withNumbers(nodes: readonly PlanNode[], labels: readonly Label[]): PlanNode[] {
  const places = new Map<string, number>()
  const parents = nodes.map(({ parent, indent }, i) => {
    const { id } = labels[i] ?? {}
    if (id === undefined || indent === undefined) return parent
    const whole = id.replace(/[.-][A-Z]?\d+[a-z]?$/, "")
    const above = whole === id ? undefined : places.get(`${parent} ${whole}`)
    places.set(`${parent} ${id}`, i)
    return above ?? parent
  })
  const withTasks = new Set(parents)
  return nodes.map((node, i) => ({ ...node, parent: parents[i], hasTasks: withTasks.has(i) }))
}

/**
 * Optional tasks move below the whole plan, so that their phase closes without them; if they are to be done as well,
 * they stay. A box that holds only optional boxes is work itself, and no phase.
 */
export function withOptional(
  nodes: readonly PlanNode[],
  labels: readonly Label[],
  { takesOptional = false }: ChecklistWishes,
): [PlanNode[], Label[]] {
  const own = nodes.map(({ isDone }, i) => labels[i]?.isOptional === true && !isDone)
  // A heading of such boxes alone may be left out with them.
  const needed = new Set<number>()
  for (const [i, { parent, indent, hasTasks }] of [...nodes.entries()].toReversed()) {
    if (indent === undefined && hasTasks && !needed.has(i)) own[i] = true
    if (own[i] !== true && parent !== undefined) needed.add(parent)
  }
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
export function withoutGates(nodes: readonly PlanNode[], labels: readonly Label[]) {
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
        message: `this is a checklist about the plan itself, so its boxes are left out: ${read.title}`,
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
  /checklist|success criteria|definition of done|done when|acceptance|quality checks?|rollback plan|\bgat(?:e|ing)\b|受け入れ基準|チェック|確認|验收|驗收|检查清单|확인|체크|점검|완료 (?:조건|기준)/i
