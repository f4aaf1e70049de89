import { expect, test } from "vitest"
import { createBoard, type Board } from "../../../src/domain/board/board.ts"
import type { Task } from "../../../src/domain/board/records.ts"
import { nextTask, type NextQuery } from "../../../src/domain/rules/next.ts"
import { takenForAgent } from "../../../src/domain/rules/resources.ts"
import { nameKey } from "../../../src/domain/wire/names.ts"
import { createRandom, type Random } from "../../support/random.ts"
import { expectSame } from "../../support/same.ts"
import { bookOf } from "../../model/board.ts"
import type { Card } from "../../model/book.ts"
import { randomTask } from "../tasks.ts"
import { withState } from "../../../src/domain/board/tasks/task-record.ts"

const names = ["src", "src/http", "src/http/app", "src/cli", "gpu", "claude"]
const skills = ["opus", "browser"]
const agents = ["ann", "Bob", "eve"]

/** Somebody begins what is next, finishes it, or gives it back. */
function work(board: Board, random: Random): void {
  const agent = random.pick(agents)
  const doing = [...board.tasks.values()].filter(({ status }) => status === "doing")
  const task = doing.length === 0 || random.chance(0.5) ? nextTask(board, { agent }) : random.pick(doing)
  if (!task) return
  if (task.status === "todo") board.tasks.put({ ...task, status: "doing", assignee: agent, lease: null })
  else board.tasks.put({ ...task, status: random.pick(["done", "todo"]), assignee: null, lease: null })
}

function scribble(board: Board, random: Random, size: number, isBusy: boolean): void {
  if (isBusy && random.chance(0.9)) return work(board, random)
  const kind = random.below(12)
  if (kind === 0) board.resources.delete(random.pick(names))
  else if (kind === 1)
    board.resources.put({
      name: random.pick(names),
      capacity: random.pick([null, 1, 2, 3]),
      description: null,
      closed: random.chance(0.3) ? { until: null, by: "ann", at: 1, reason: null } : null,
    })
  else if (kind === 2)
    board.agents.put({
      ...{ name: random.pick(agents), kind: "agent", role: null, description: null, joinedAt: 1 },
      resources: names.filter(() => random.chance(0.15)),
      skills: skills.filter(() => random.chance(0.5)),
      pause: null,
    })
  else if (kind === 3) board.tasks.delete(1 + random.below(size))
  else if (kind === 4) board.advance(board.now + random.below(100))
  else board.tasks.put(taskAt(random, 1 + random.below(size), isBusy))
}

/** @param isPlain one of many that lie in the same queue and need one of a few names */
function taskAt(random: Random, n: number, isPlain: boolean): Task {
  const isOpen = random.chance(0.7)
  const task = randomTask(random, n)
  if (isPlain)
    return withState(task, {
      ...{ status: "todo", assignee: null, project: "docs", blockedBy: [], parent: null, lease: null },
      ...{ notBefore: null, backoffUntil: null, resources: [random.pick(names), random.pick(names)] },
    })
  return withState(task, {
    blockedBy: [],
    parent: null,
    resources: random.chance(0.6) ? names.filter(() => random.chance(0.25)) : [],
    skills: random.chance(0.2) ? skills.filter(() => random.chance(0.5)) : [],
    restsFor: random.chance(0.1)
      ? { agent: nameKey(random.pick(agents)), until: 900 + random.below(600) }
      : null,
    ...(isOpen && { status: "todo", assignee: random.pick([null, null, task.assignee]), lease: null }),
  })
}

test.each([71, 72, 73, 74])(
  "next is what the rules of resources, skills and rests say of all tasks together, seed %i",
  (seed) => {
    const random = createRandom(seed)
    let [found, passedOver] = [0, 0]
    for (let round = 0; round < 4; round++) {
      const board = createBoard()
      board.advance(900)
      const size = random.pick([6, 20, 60])
      const isBusy = round % 2 === 0
      if (isBusy) for (let n = 1; n <= size; n++) board.tasks.put(taskAt(random, n, true))
      for (let step = 0; step < 300; step++) {
        if (random.chance(0.1)) {
          board.begin()
          for (let i = random.below(8); i > 0; i--) scribble(board, random, size, isBusy)
          board.rollback()
          board.forget()
        }
        scribble(board, random, size, isBusy)
        const ask: NextQuery = {
          agent: random.pick(agents),
          project: random.chance(0.3) ? "docs" : undefined,
          tags: random.chance(0.3) ? ["x"] : [],
        }
        const model = bookOf(board, board.now)
        const expected = model.next(ask)?.n
        expectSame(nextTask(board, ask)?.n, expected, `${round}.${step} ${JSON.stringify(ask)}`)
        if (expected !== undefined) found++
        expectSame(
          takenForAgent(board, ask.agent) === undefined,
          model.room.takenForAgent(ask.agent) === undefined,
        )
        const awake = model.cards.filter(model.isAwake)
        const ready = awake.filter(model.isReady)
        const without = awake.filter((card) => !ready.includes(card))
        const numbers = (cards: readonly Card[]) => cards.map(({ n }) => n)
        expectSame([...board.ready.ready()], numbers(awake))
        expectSame(numbers(awake.filter(({ n }) => board.ready.has(n))), numbers(ready))
        expectSame(
          [...board.ready.withoutRoom()].sort((a, b) => a - b),
          numbers(without),
        )
        expectSame(board.ready.readyTodo, ready.filter(({ status }) => status === "todo").length)
        passedOver += without.length
      }
    }
    expect(found).toBeGreaterThan(200)
    expect(passedOver).toBeGreaterThan(200)
  },
)
