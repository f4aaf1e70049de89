import { expect, test } from "vitest"
import { createBoard, type Board } from "../../../src/domain/board/board.ts"
import { loadBoard, takeSnapshot } from "../../../src/domain/board/snapshot.ts"
import { acknowledge } from "../../../src/domain/evolve/inbox.ts"
import type { Pause } from "../../../src/domain/board/records.ts"
import { tally } from "../../../src/domain/evolve/tally.ts"
import { createRandom, type Random } from "../../support/random.ts"
import { dump } from "../../support/service.ts"
import { randomTask } from "../tasks.ts"
import { withState } from "../../../src/domain/board/tasks/task-record.ts"

test("everything put and deleted since a mark, or since the beginning, can be taken back, derived parts included", () => {
  const random = createRandom(17)
  const board = createBoard()
  board.advance(1_000)
  for (let round = 0; round < 60; round++) {
    board.begin()
    const before = dump(board)
    scribble(board, random)
    const mark = board.mark()
    const between = dump(board)
    scribble(board, random)
    board.rollback(mark)
    expect(dump(board)).toEqual(between)
    scribble(board, random)
    if (random.chance(0.5)) {
      board.rollback()
      expect(dump(board)).toEqual(before)
    }
    board.forget()
    expect(dump(loaded(board))).toEqual(dump(board))
  }
  expect(board.tasks.size).toBeGreaterThan(10)
})

test("changes that were forgotten are not taken back", () => {
  const board = createBoard()
  board.begin()
  board.tombstones.put({ n: 1, lastEvent: 2 })
  board.forget()
  board.rollback()
  expect(board.tombstones.has(1)).toBe(true)
})

test("undoing a batch does not turn the time back", () => {
  const random = createRandom(19)
  const board = createBoard()
  board.advance(1_000)
  const sleeper = withState(randomTask(random, 1), {
    status: "todo",
    blockedBy: [],
    notBefore: 2_000,
    backoffUntil: null,
  })
  board.tasks.put(sleeper)
  board.tasks.put({ ...sleeper, n: 2 })
  board.begin()
  board.tasks.put(withState(sleeper, { notBefore: 9_000 }))
  board.tasks.put(withState(sleeper, { n: 2, notBefore: null }))
  board.advance(3_000)
  board.rollback()
  board.forget()
  expect([board.ready.has(1), board.ready.has(2), board.ready.nextWake()]).toEqual([true, true, undefined])
  expect(dump(loaded(board))).toEqual(dump(board))
})

let comments = 0

function scribble(board: Board, random: Random): void {
  for (let i = 0; i < 15; i++) {
    const n = 1 + random.below(40)
    const kind = random.below(19)
    if (kind < 5)
      board.tasks.put(
        withState(randomTask(random, n), {
          resources: resourceNames.filter(() => random.chance(0.2)),
          skills: random.chance(0.2) ? ["gpu"] : [],
          restsFor: random.chance(0.2) ? { agent: "ann", until: random.below(2_000) } : null,
        }),
      )
    else if (kind === 5) board.tasks.delete(n)
    else if (kind === 6)
      board.comments.put({ n: ++comments, task: n, author: "ann", content: "x", createdAt: 1 })
    else if (kind === 7) for (const comment of [...board.commentsOf.of(n)]) board.comments.delete(comment)
    else if (kind === 8)
      board.agents.put({
        name: `a${n}`,
        kind: "agent",
        role: null,
        description: null,
        resources: random.chance(0.5) ? [random.pick(resourceNames)] : [],
        skills: [],
        pause: randomPause(random),
        joinedAt: n,
      })
    else if (kind === 9) board.agents.delete(`a${n}`)
    else if (kind === 10) board.count({ teamPause: randomPause(random) })
    else if (kind === 11)
      board.notices.put({
        agent: `a${n % 3}`,
        seq: n,
        kind: "mention",
        task: n,
        actor: "ann",
        at: 1,
        comment: null,
        review: null,
      })
    else if (kind === 12) acknowledge(board, `a${n % 3}`, n)
    else if (kind === 13) tally(board, undefined, randomTask(random, n), n * 86_400_000)
    else if (kind === 16)
      board.trash.put({ n, task: randomTask(random, n), seq: n, at: 1, by: "ann", until: random.below(9) })
    else if (kind === 17) board.trash.delete(n)
    else if (kind === 18) scribbleResource(board, random)
    else if (kind === 14) board.days.forget(130 + n)
    else board.count({ seq: board.counters.seq + 1 })
  }
}

const resourceNames = ["src", "src/http", "src/cli", "gpu"]

function scribbleResource(board: Board, random: Random): void {
  const name = random.pick(resourceNames)
  if (random.chance(0.3)) board.resources.delete(name)
  else
    board.resources.put({
      name,
      capacity: random.pick([null, 1, 2]),
      description: null,
      closed: randomPause(random),
    })
}

function randomPause(random: Random): Pause | null {
  if (random.chance(0.4)) return null
  return { until: random.chance(0.3) ? null : 1_000 + random.below(1_000), by: "ann", at: 1, reason: null }
}

/** The same board, made anew from its records: its indexes are right. */
function loaded(board: Board): Board {
  const copy = loadBoard(takeSnapshot(board))
  copy.advance(board.now)
  return copy
}
