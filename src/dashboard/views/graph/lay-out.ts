import { Graph, layout } from "@dagrejs/dagre"
import type { WaitingTasks } from "./chains.ts"
import { componentsOf, pack, type Size } from "./pack.ts"

export interface NodePlace {
  readonly x: number
  readonly y: number
}

export interface Drawing extends Size {
  /** The middle of each node. */
  readonly nodes: ReadonlyMap<string, NodePlace>
  /** The points of each edge, by `from to`. */
  readonly edges: ReadonlyMap<string, readonly NodePlace[]>
}

/**
 * Places nodes of one size so that every edge goes from left to right.
 * @returns makes the drawing for a width, which the parts that no edge connects fill beside and below each other
 */
export function layOut(
  ids: readonly string[],
  edges: WaitingTasks["edges"],
  size: Size,
): (width: number) => Drawing {
  const parts = componentsOf(ids, edges).map((part) => {
    const own = new Set(part)
    return drawPart(
      part,
      edges.filter(([from]) => own.has(from)),
      size,
    )
  })
  return (width) => {
    const places = pack(parts, width)
    const moved = parts.map((part, i) => moveBy(part, places[i] ?? { x: 0, y: 0 }))
    return {
      width: Math.max(0, ...moved.map((part) => part.width)),
      height: Math.max(0, ...moved.map((part) => part.height)),
      nodes: new Map(moved.flatMap(({ nodes }) => [...nodes])),
      edges: new Map(moved.flatMap((part) => [...part.edges])),
    }
  }
}

// --- internal ---

function drawPart(ids: readonly string[], edges: WaitingTasks["edges"], size: Size): Drawing {
  const graph = new Graph()
  graph.setGraph({ rankdir: "LR", nodesep: 14, edgesep: 8, ranksep: 48, marginx: 14, marginy: 12 })
  graph.setDefaultEdgeLabel(() => ({}))
  for (const id of ids) graph.setNode(id, { ...size })
  for (const [from, to] of edges) graph.setEdge(from, to)
  layout(graph)
  const { width = 0, height = 0 } = graph.graph() as Partial<Size>
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

/** @returns the same drawing elsewhere, with the width and the height up to its end */
function moveBy({ width, height, nodes, edges }: Drawing, by: NodePlace): Drawing {
  const move = ({ x, y }: NodePlace) => ({ x: x + by.x, y: y + by.y })
  return {
    width: width + by.x,
    height: height + by.y,
    nodes: new Map([...nodes].map(([id, at]) => [id, move(at)])),
    edges: new Map([...edges].map(([edge, points]) => [edge, points.map(move)])),
  }
}
