/**
 * The cycles in a graph that can be reached from these nodes: for each edge that closes a cycle, the cycle's nodes in
 * order, with the first node repeated at the end. The cost grows with the number of edges.
 * @param next the nodes to which the edges of a node lead
 * @param most the number of cycles after which the search stops, because together they may be much longer than the
 * graph
 */
export function findCircles(
  starts: Iterable<number>,
  next: (at: number) => Iterable<number>,
  most = Infinity,
): number[][] {
  const circles: number[][] = []
  const done = new Set<number>()
  for (const start of starts) {
    // The path from the start to the current node, each with its remaining edges.
    const path: { readonly from: number; readonly edges: Iterator<number> }[] = []
    const places = new Map<number, number>()
    const enter = (to: number) => {
      places.set(to, path.length)
      path.push({ from: to, edges: next(to)[Symbol.iterator]() })
    }
    if (!done.has(start)) enter(start)
    for (let at = path.at(-1); at; at = path.at(-1)) {
      const edge = at.edges.next()
      if (edge.done) {
        path.pop()
        places.delete(at.from)
        done.add(at.from)
        continue
      }
      const place = places.get(edge.value)
      if (place !== undefined) {
        circles.push([...path.slice(place).map(({ from }) => from), edge.value])
        if (circles.length === most) return circles
      } else if (!done.has(edge.value)) enter(edge.value)
    }
  }
  return circles
}
