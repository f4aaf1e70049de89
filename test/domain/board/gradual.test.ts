import { expect, test } from "vitest"
import { createBoard } from "../../../src/domain/board/board.ts"
import type { IndexName } from "../../../src/domain/board/tasks/task-index.ts"
import { loadBoard, takeSnapshot } from "../../../src/domain/board/snapshot.ts"
import { createRandom } from "../../support/random.ts"
import { randomTask } from "../tasks.ts"

const kinds: readonly [string, IndexName][] = [
  ["of a facet", "tag"],
  ["of an order", "by updated"],
  ["of what needs attention", "attention"],
]

test.each(kinds)(
  "an index %s that is made in parts, while tasks come, change, go and are taken back, is as if made at once",
  (_, name) => {
    const random = createRandom(43)
    const board = createBoard()
    board.advance(1_000)
    const put = (n: number) => board.tasks.put({ ...randomTask(random, n), updatedAt: random.below(500) })
    for (let n = 1; n <= 3_000; n++) put(n)
    const index = board.gradual(name)
    expect(index.left).toBe(3_000)
    let parts = 0
    let left = 1
    while (!index.takeIn(() => left-- > 0)) {
      left = 1
      parts++
      const undone = random.chance(0.5)
      if (undone) board.begin()
      for (let i = 0; i < 20; i++) put(1 + random.below(3_000))
      board.tasks.delete(1 + random.below(3_000))
      put(3_000 + parts)
      if (undone) board.rollback()
      if (undone) board.forget()
    }
    expect(parts).toBeGreaterThan(30)
    const anew = loadBoard(takeSnapshot(board))
    anew.advance(1_000)
    expect(index.left).toBe(0)
    expect(board.index.dump()).toEqual(anew.index.dump())
    expect(board.attention.dump()).toEqual(anew.attention.dump())
  },
)

test("what asks for an index that is made in part takes in all that are left", () => {
  const random = createRandom(47)
  const board = createBoard()
  for (let n = 1; n <= 200; n++) board.tasks.put(randomTask(random, n))
  const index = board.gradual("status")
  let left = 2
  expect(index.takeIn(() => left-- > 0)).toBe(false)
  expect(index.left).toBeGreaterThan(0)
  const found = board.index.get("status", "todo")
  expect(index.left).toBe(0)
  expect(found?.size).toBe([...board.tasks.values()].filter(({ status }) => status === "todo").length)
})
