/** One task waits for another: for a blocker, or a parent for its child. */
export interface WaitEdge {
  readonly from: string
  readonly to: string
  readonly edge: "blockedBy" | "parent"
}

/** The edges that have to go, so that no task waits for itself. Of a circle it is the one that stands last in the list. */
export function dropCircles(edges: readonly WaitEdge[]): WaitEdge[] {
  const next = new Map<string, string[]>()
  for (const { from, to } of edges) addTo(next, from, to)
  const groups = groupsOf(next)
  const inGroups = new Map<number, WaitEdge[]>()
  for (const edge of edges) {
    const group = groups.get(edge.from)
    if (group === undefined || group !== groups.get(edge.to)) continue
    addTo(inGroups, group, edge)
  }
  return [...inGroups.values()].flatMap(dropWithin)
}

// --- internal ---

/** Beyond this the edges that close a circle are not looked for one by one: all but the parents go. */
const mostEdges = 2_000

function dropWithin(edges: readonly WaitEdge[]): WaitEdge[] {
  if (edges.length > mostEdges) {
    const parents = edges.filter(({ edge }) => edge === "parent")
    const others = edges.filter(({ edge }) => edge !== "parent")
    const isWhole = parents.length === edges.length || parents.length > mostEdges
    return isWhole ? [...edges] : [...others, ...dropWithin(parents)]
  }
  const next = new Map<string, string[]>()
  return edges.filter(({ from, to }) => {
    if (isReached(next, to, from)) return true
    addTo(next, from, to)
    return false
  })
}

function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

function isReached(next: ReadonlyMap<string, readonly string[]>, start: string, goal: string): boolean {
  const seen = new Set([start])
  for (const node of seen) {
    if (node === goal) return true
    for (const to of next.get(node) ?? []) seen.add(to)
  }
  return false
}

/** Which nodes can reach each other, by a number: Tarjan's algorithm, without recursion, since chains may be long. */
function groupsOf(next: ReadonlyMap<string, readonly string[]>): Map<string, number> {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const groups = new Map<string, number>()
  const open: string[] = []
  for (const root of next.keys()) {
    if (order.has(root)) continue
    const path = [{ node: root, at: 0 }]
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { node } = top
      if (!order.has(node)) {
        low.set(node, order.size)
        order.set(node, order.size)
        open.push(node)
      }
      const to = next.get(node)?.[top.at++]
      if (to === undefined) {
        path.pop()
        const mine = low.get(node) ?? 0
        const above = path.at(-1)
        if (above) low.set(above.node, Math.min(low.get(above.node) ?? 0, mine))
        if (mine === order.get(node))
          for (let one = open.pop(); one !== undefined; one = one === node ? undefined : open.pop())
            groups.set(one, mine)
      } else if (!order.has(to)) path.push({ node: to, at: 0 })
      else if (!groups.has(to)) low.set(node, Math.min(low.get(node) ?? 0, order.get(to) ?? 0))
    }
  }
  return groups
}
