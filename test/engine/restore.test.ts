import { expect, test } from "vitest"
import { machineRuntime } from "../../src/machine/runtime.ts"
import { createBoard } from "../../src/domain/board/board.ts"
import { takeSnapshot } from "../../src/domain/board/snapshot.ts"
import { restoreBoard } from "../../src/engine/restore.ts"
import type { Commit, Log } from "../../src/storage/log.ts"
import { randomTask } from "../domain/tasks.ts"
import { createRandom } from "../support/random.ts"
import { dump } from "../support/service.ts"

test("while the tasks of a snapshot are put onto the board, other work gets its turn", async () => {
  const random = createRandom(53)
  const board = createBoard()
  for (let n = 1; n <= 40_000; n++) board.tasks.put(randomTask(random, n))
  const commits: AsyncIterable<Commit> = { async *[Symbol.asyncIterator]() {} }
  const restore: Log["restore"] = () => Promise.resolve({ snapshot: takeSnapshot(board), commits })
  let turns = 0
  let isRestoring = true
  const count = () => {
    turns++
    if (isRestoring) setImmediate(count)
  }
  setImmediate(count)
  const restored = await restoreBoard(machineRuntime, { restore })
  isRestoring = false
  // In one piece there is none. How many there are depends on how fast the machine is.
  expect(turns).toBeGreaterThan(0)
  expect(restored.ready.dump()).toEqual(board.ready.dump())
  expect(dump(restored)).toEqual(dump(board))
})
