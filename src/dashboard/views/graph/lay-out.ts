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
  const drawn = componentsOf(ids, edges).map((part) => {
    const own = new Set(part)
    return drawPart(
      part,
      edges.filter(([from]) => own.has(from)),
      size,
    )
  })
  return (width) => {
    const parts = drawn.map((part) => wrap(part, size, width))
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

/** Around a drawing, between the columns, and between the rows of a wrapped chain. */
const gaps = { x: 14, y: 12, beside: 48, below: 36 }

function drawPart(ids: readonly string[], edges: WaitingTasks["edges"], size: Size): Drawing {
  const graph = new Graph()
  const { beside: ranksep, x: marginx, y: marginy } = gaps
  graph.setGraph({ rankdir: "LR", nodesep: 14, edgesep: 8, ranksep, marginx, marginy })
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

  /** An edge leaves in the middle of the right side and arrives in the middle of the left side. */
  function way(from: string, to: string): NodePlace[] {
    const { points } = graph.edge(from, to) as { points: readonly NodePlace[] }
    const start = nodeAt(from)
    const end = nodeAt(to)
    const half = size.width / 2
    return [{ x: start.x + half, y: start.y }, ...points.slice(1, -1), { x: end.x - half, y: end.y }]
  }
}

/** A chain of a single row that is wider than the width, in rows of it. A line goes from the end of a row to the next. */
function wrap(part: Drawing, size: Size, width: number): Drawing {
  if (part.width <= width || part.height >= 2 * size.height) return part
  const [step, down] = [size.width + gaps.beside, size.height + gaps.below]
  const columns = Math.max(1, Math.floor((width - 2 * gaps.x + gaps.beside) / step))
  const left = gaps.x + size.width / 2
  const nodes = new Map(
    [...part.nodes].map(([id, { x, y }]) => {
      const at = Math.round((x - left) / step)
      return [id, { x: left + (at % columns) * step, y: y + Math.floor(at / columns) * down }]
    }),
  )
  const way = (edge: string, points: readonly NodePlace[]): readonly NodePlace[] => {
    const [from, to] = edge.split(" ").map((id) => nodes.get(id))
    if (!from || !to) return points
    const start = { x: from.x + size.width / 2, y: from.y }
    const end = { x: to.x - size.width / 2, y: to.y }
    const between = to.y - down / 2
    return from.y === to.y ? [start, end] : [start, { ...start, y: between }, { ...end, y: between }, end]
  }
  return {
    width: 2 * gaps.x + columns * step - gaps.beside,
    height: part.height + (Math.ceil(nodes.size / columns) - 1) * down,
    nodes,
    edges: new Map([...part.edges].map(([edge, points]) => [edge, way(edge, points)])),
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
