import { expect, test } from "vitest"
import { createBoard, type Board } from "../../../src/domain/board/board.ts"
import { IndexMissing } from "../../../src/domain/board/gradual.ts"
import { loadBoard, takeSnapshot } from "../../../src/domain/board/snapshot.ts"
import { createRandom } from "../../support/random.ts"
import { randomTask } from "../tasks.ts"

/** What is missing for this answer; undefined where there is an answer. */
function missingFor(ask: () => unknown) {
  try {
    ask()
    return undefined
  } catch (error) {
    if (error instanceof IndexMissing) return error.missing
    throw error
  }
}

const questions = {
  "of a facet": (board: Board) => board.index.get("tag", "x"),
  "of an order": (board: Board) => board.index.orders.get("updated", "todo"),
  "of what needs attention": (board: Board) => board.attention.stuck,
}

test.each(Object.entries(questions))(
  "an index %s that is made in parts, while tasks come, change, go and are taken back, is as if made at once",
  (_, ask) => {
    const random = createRandom(43)
    const board = createBoard()
    board.advance(1_000)
    const put = (n: number) => board.tasks.put({ ...randomTask(random, n), updatedAt: random.below(500) })
    for (let n = 1; n <= 3_000; n++) put(n)
    board.spare(100)
    const missing = missingFor(() => ask(board))
    let parts = 0
    let left = 1
    while (missing?.takeIn(() => left-- > 0) === false) {
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
    expect(missingFor(() => ask(board))).toBeUndefined()
    board.spare(Infinity)
    expect(board.index.dump()).toEqual(anew.index.dump())
    expect(board.attention.dump()).toEqual(anew.attention.dump())
  },
)

test("few tasks are taken in at once, and so are the few that are left", () => {
  const random = createRandom(47)
  const board = createBoard()
  for (let n = 1; n <= 200; n++) board.tasks.put(randomTask(random, n))
  board.spare(100)
  const missing = missingFor(() => board.index.get("status", "todo"))
  let left = 2
  expect(missing?.takeIn(() => left-- > 0)).toBe(false)
  expect(missingFor(() => board.index.get("status", "todo"))).toBeUndefined()
})
