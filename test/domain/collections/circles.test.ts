import { expect, test } from "vitest"
import { findCircles } from "../../../src/domain/collections/circles.ts"

const circlesIn = (edges: readonly (readonly number[])[]) =>
  findCircles(edges.keys(), (node) => edges[node] ?? [])

test.each<[string, number[][], number[][]]>([
  ["no edge", [[], []], []],
  ["two ways to one node", [[1, 2], [3], [3], []], []],
  ["an edge from a node to itself", [[0]], [[0, 0]]],
  ["two nodes", [[1], [0]], [[0, 1, 0]]],
  ["a circle behind other nodes", [[1, 3], [2, 3], [1, 3], []], [[1, 2, 1]]],
  [
    "two circles",
    [[0], [2], [1]],
    [
      [0, 0],
      [1, 2, 1],
    ],
  ],
  [
    "two circles through one node",
    [[1, 2], [0], [0]],
    [
      [0, 1, 0],
      [0, 2, 0],
    ],
  ],
])("in %s, each circle is found once", (_, edges, circles) => {
  expect(circlesIn(edges)).toEqual(circles)
})

test("each node is looked at once, however many paths lead to it", () => {
  let looked = 0
  // Two nodes a level, each with edges to both of the next: 2^40 paths.
  const next = (node: number) => {
    looked++
    const below = node - (node % 2) + 2
    return below < 80 ? [below, below + 1] : []
  }
  expect(findCircles(Array(80).keys(), next)).toEqual([])
  expect(looked).toBe(80)
})

test("no more circles are looked for than are asked for", () => {
  let looked = 0
  const next = (node: number) => {
    looked++
    return node < 9 ? [node, 0, node + 1] : []
  }
  expect(findCircles([0, 1], next, 3)).toEqual([
    [0, 0],
    [0, 0],
    [1, 1],
  ])
  expect(looked).toBe(2)
})
