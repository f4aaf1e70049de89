import { Graph, layout } from "@dagrejs/dagre"

export interface NodePlace {
  readonly x: number
  readonly y: number
}

export interface Drawing {
  readonly width: number
  readonly height: number
  /** The middle of each node. */
  readonly nodes: ReadonlyMap<string, NodePlace>
  /** The points of each edge, by `from to`. */
  readonly edges: ReadonlyMap<string, readonly NodePlace[]>
}

/** Places nodes of one size so that every edge goes from left to right. */
export function layOut(
  ids: readonly string[],
  edges: readonly (readonly [string, string])[],
  size: { width: number; height: number },
): Drawing {
  const graph = new Graph()
  graph.setGraph({ rankdir: "LR", nodesep: 14, edgesep: 8, ranksep: 56, marginx: 16, marginy: 16 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const id of ids) graph.setNode(id, { ...size })
  for (const [from, to] of edges) graph.setEdge(from, to)
  layout(graph)
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number }
  return {
    width,
    height,
    nodes: new Map(ids.map((id) => [id, nodeAt(id)])),
    edges: new Map(edges.map(([from, to]) => [`${from} ${to}`, way(from, to)])),
  }

  // The library's own types of these values are loose.
  function nodeAt(id: string): NodePlace {
    const { x, y } = graph.node(id) as NodePlace
    return { x, y }
  }

  function edgePoints(from: string, to: string): readonly NodePlace[] {
    return (graph.edge(from, to) as { points: readonly NodePlace[] }).points
  }

  /** An edge leaves in the middle of the right side and arrives in the middle of the left side. */
  function way(from: string, to: string): NodePlace[] {
    const between = edgePoints(from, to).slice(1, -1)
    const start = nodeAt(from)
    const end = nodeAt(to)
    const half = size.width / 2
    return [{ x: start.x + half, y: start.y }, ...between, { x: end.x - half, y: end.y }]
  }
}
