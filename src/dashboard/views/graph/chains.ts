import type { TaskView } from "../../../domain/wire/tasks/view-schemas.ts"

/** Open tasks, and which of them waits for which. */
export interface WaitingTasks {
  readonly tasks: readonly TaskView[]
  /** Pairs of a task and one that waits for it. */
  readonly edges: readonly (readonly [string, string])[]
  /** The edges, as `from to`, where the first task is a part of the second and nothing else makes that one wait. */
  readonly parts: ReadonlySet<string>
}

/** The open tasks that wait for an open task, or that an open task waits for. A task waits for its parts. */
export function waitingIn(all: ReadonlyMap<string, TaskView>): WaitingTasks {
  const isOpen = (id: string) => {
    const status = all.get(id)?.status
    return status !== undefined && status !== "done" && status !== "cancelled"
  }
  const open = [...all.values()].filter(({ id }) => isOpen(id))
  const blocking = open.flatMap(({ id, blockedBy }) =>
    blockedBy.filter(isOpen).map((blocker) => [blocker, id] as const),
  )
  const ofParts = open.flatMap(({ id, parent }) =>
    parent !== null && isOpen(parent) && !all.get(parent)?.blockedBy.includes(id)
      ? [[id, parent] as const]
      : [],
  )
  const edges = [...blocking, ...ofParts]
  const ids = new Set(edges.flat())
  return {
    tasks: [...all.values()].filter(({ id }) => ids.has(id)),
    edges,
    parts: new Set(ofParts.map((edge) => edge.join(" "))),
  }
}

/** The longest chain of tasks that ends in `end`, or in any task if that is null. The task to do first comes first. */
export function longestChain(
  { tasks, edges }: Pick<WaitingTasks, "tasks" | "edges">,
  end: string | null,
): string[] {
  const blockers = Map.groupBy(edges, ([, to]) => to)
  const followers = Map.groupBy(edges, ([from]) => from)
  const open = new Map(tasks.map(({ id }) => [id, blockers.get(id)?.length ?? 0]))
  const length = new Map<string, number>()
  const before = new Map<string, string>()
  const ready = [...open].filter(([, count]) => count === 0).map(([id]) => id)
  for (const id of ready) {
    const mine = (length.get(id) ?? 0) + 1
    length.set(id, mine)
    for (const [, next] of followers.get(id) ?? []) {
      if (mine > (length.get(next) ?? 0)) {
        length.set(next, mine)
        before.set(next, id)
      }
      const left = (open.get(next) ?? 0) - 1
      open.set(next, left)
      if (left === 0) ready.push(next)
    }
  }
  const last =
    end ??
    ready.reduce<string | null>(
      (a, b) => (a !== null && (length.get(a) ?? 0) >= (length.get(b) ?? 0) ? a : b),
      null,
    )
  const chain: string[] = []
  for (let at = last ?? undefined; at !== undefined; at = before.get(at)) chain.unshift(at)
  return chain
}

/** How many of its children each parent has in the graph. */
export function childrenIn({ tasks }: WaitingTasks): ReadonlyMap<string, number> {
  const ids = new Set(tasks.map(({ id }) => id))
  const count = new Map<string, number>()
  for (const { parent } of tasks)
    if (parent !== null && ids.has(parent)) count.set(parent, (count.get(parent) ?? 0) + 1)
  return count
}

/** Tells for each task the one that stands for it: the highest of its parents whose children are folded, else itself. */
export function standIns(tasks: WaitingTasks["tasks"], folded: ReadonlySet<string>): (id: string) => string {
  const parents = new Map(tasks.map(({ id, parent }) => [id, parent]))
  return (id) => {
    let stands = id
    for (let up = parents.get(id); up != null; up = parents.get(up)) if (folded.has(up)) stands = up
    return stands
  }
}

/** The same graph without the tasks that others stand for. What they wait for, or hold up, these do. */
export function folded(
  { tasks, edges, parts }: WaitingTasks,
  standsFor: (id: string) => string,
): WaitingTasks {
  const moved = new Map(
    edges.map(([from, to]) => {
      const edge = [standsFor(from), standsFor(to)] as const
      return [edge.join(" "), edge]
    }),
  )
  return {
    tasks: tasks.filter(({ id }) => standsFor(id) === id),
    edges: [...moved.values()].filter(([from, to]) => from !== to),
    parts: new Set([...parts].filter((edge) => moved.has(edge))),
  }
}

/** At most `limit` tasks: those of the chain, then those with the most edges. */
export function limited(
  { tasks, edges, parts }: WaitingTasks,
  chain: readonly string[],
  limit: number,
): WaitingTasks {
  if (tasks.length <= limit) return { tasks, edges, parts }
  const ties = new Map<string, number>()
  for (const id of edges.flat()) ties.set(id, (ties.get(id) ?? 0) + 1)
  const onChain = new Set(chain)
  const rank = ({ id }: TaskView) => (onChain.has(id) ? Infinity : (ties.get(id) ?? 0))
  const kept = [...tasks]
    .sort((a, b) => rank(b) - rank(a) || Number(a.id.slice(2)) - Number(b.id.slice(2)))
    .slice(0, limit)
  const ids = new Set(kept.map(({ id }) => id))
  return { tasks: kept, edges: edges.filter(([from, to]) => ids.has(from) && ids.has(to)), parts }
}
