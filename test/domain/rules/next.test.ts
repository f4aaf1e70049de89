import { expect, test } from "vitest"
import { createBoard, type Board } from "../../../src/domain/board/board.ts"
import { nameKey } from "../../../src/domain/wire/names.ts"
import { nextTask, type NextQuery } from "../../../src/domain/rules/next.ts"
import type { Task } from "../../../src/domain/board/records.ts"
import { createRandom } from "../../support/random.ts"
import { byTurn, randomTask } from "../tasks.ts"
import { withState } from "../../../src/domain/board/tasks/task-record.ts"

const tags = ["x", "y", "z", "rare", "never"]

/** The spec's selection rules, applied to all tasks by a plain scan. */
function brute(board: Board, { agent, project, tags: wanted = [] }: NextQuery): number | undefined {
  const isOwn = ({ assignee }: Task) => assignee !== null && nameKey(assignee) === nameKey(agent)
  const fitting = [...board.tasks.values()]
    .filter(({ n }) => board.ready.has(n))
    .filter((task) => project === undefined || task.fields.project === project)
    .filter((task) => wanted.every((tag) => task.fields.tags.includes(tag)))
    .sort(byTurn)
  const started = fitting.find((task) => task.status === "doing" && isOwn(task))
  const free = fitting.find((task) => task.status === "todo" && (task.assignee === null || isOwn(task)))
  return (started ?? free)?.n
}

test.each([51, 52, 53])(
  "with any tags and project, next is what all the tasks together say, seed %i",
  (seed) => {
    const random = createRandom(seed)
    let found = 0
    for (let round = 0; round < 60; round++) {
      const board = createBoard()
      board.advance(900)
      const size = random.pick([3, 30, 300])
      // Boards where a tag is on few tasks, and boards where the few are far behind in the queue, or not ready at all.
      const share = random.pick([0.01, 0.1, 0.6])
      for (let n = 1; n <= size; n++) {
        const task = randomTask(random, n)
        const isOpen = random.chance(random.pick([0.2, 0.9]))
        board.tasks.put(
          withState(task, {
            tags: tags.filter((tag) => tag !== "never" && random.chance(tag === "rare" ? 0.01 : share)),
            ...(isOpen && {
              status: "todo",
              assignee: random.pick([null, null, task.assignee]),
              lease: null,
            }),
          }),
        )
      }
      for (let i = 0; i < 40; i++) {
        const ask: NextQuery = {
          agent: random.pick(["ann", "BOB", "eve"]),
          project: random.chance(0.4) ? random.pick(["docs", "default", "none"]) : undefined,
          tags: tags.filter(() => random.chance(0.25)),
        }
        const expected = brute(board, ask)
        if (expected !== undefined) found++
        expect(nextTask(board, ask)?.n, `${round} ${JSON.stringify(ask)}`).toBe(expected)
      }
    }
    expect(found).toBeGreaterThan(300)
  },
)

test("a search by a rare tag looks at as many tasks as carry it, however long the queue is", () => {
  const board = createBoard()
  const plain = withState(randomTask(createRandom(1), 1), {
    ...{ status: "todo", assignee: null, lease: null },
    ...{ blockedBy: [], notBefore: null, backoffUntil: null, tags: [] },
  })
  for (let n = 1; n <= 5_000; n++)
    board.tasks.put(withState(plain, { n, ...(n % 1_000 === 0 && { tags: ["rare"] }) }))
  let looks = 0
  const watched: Board = { ...board, tasks: { ...board.tasks, get: (n) => (looks++, board.tasks.get(n)) } }
  expect(nextTask(watched, { agent: "ann", tags: ["rare"] })?.n).toBe(1_000)
  expect(nextTask(watched, { agent: "ann", tags: ["rare", "never"] })).toBeUndefined()
  expect(looks).toBeLessThan(15)
})
