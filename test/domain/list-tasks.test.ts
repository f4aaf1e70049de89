import { expect, test } from "vitest"
import { createBoard } from "../../src/domain/board.ts"
import { listTasks, type TaskFilter } from "../../src/domain/list-tasks.ts"
import { nameKey } from "../../src/domain/names.ts"
import { priorities, statuses, type Task } from "../../src/domain/records.ts"
import { createRandom } from "../support/random.ts"
import { randomTask } from "./tasks.ts"

const now = 1_000

function randomBoard(seed: number) {
  const random = createRandom(seed)
  const board = createBoard()
  board.advance(now)
  for (let n = 1; n <= 200; n++) if (n % 7 !== 0) board.tasks.put(randomTask(random, n))
  return { random, board }
}

test("whatever the filters, the pages together are the tasks that match, in order, none twice", () => {
  const { random, board } = randomBoard(29)
  const maybe = <T>(value: T) => (random.chance(0.3) ? value : undefined)
  const some = (values: readonly string[]) => maybe(values.filter(() => random.chance(0.5)))
  const findings = [[], [150, 3, 8, 7, 61, 2], [...board.tasks.values()].map(({ n }) => n).reverse()]
  for (let round = 0; round < 600; round++) {
    const filter: TaskFilter = {
      status: some(statuses),
      assignee: maybe(random.pick([null, "ANN", "bob"])),
      reviewer: maybe("Rea"),
      createdBy: maybe(random.pick(["ann", "Bob"])),
      project: maybe(random.pick(["docs", "none"])),
      tag: some(["x", "y"]),
      priority: some(priorities),
      ready: maybe(random.chance(0.5)),
      overdue: maybe(random.chance(0.5)),
      found: maybe(random.pick(findings)),
      sort: random.pick(["created", "-created", undefined]),
      limit: random.pick([1, 7, 50, 500]),
    }
    const isSame = (a: string | null, b: string | null) => nameKey(a ?? "") === nameKey(b ?? "")
    const matches = (task: Task) =>
      (filter.status?.includes(task.status) ?? true) &&
      (filter.assignee === undefined || isSame(task.assignee, filter.assignee)) &&
      (filter.reviewer === undefined || isSame(task.reviewer, filter.reviewer)) &&
      (filter.createdBy === undefined || isSame(task.createdBy, filter.createdBy)) &&
      (filter.project === undefined || task.project === filter.project) &&
      (filter.tag ?? []).every((tag) => task.tags.includes(tag)) &&
      (filter.priority?.includes(task.priority) ?? true) &&
      (filter.ready === undefined || board.ready.has(task.n) === filter.ready) &&
      (filter.overdue === undefined || isOverdue(task) === filter.overdue) &&
      (filter.found?.includes(task.n) ?? true)
    const expected = [...board.tasks.values()].filter(matches).map(({ n }) => n)
    if (filter.sort === "-created") expected.reverse()
    const { found } = filter
    if (found && filter.sort === undefined) expected.sort((a, b) => found.indexOf(a) - found.indexOf(b))

    const seen: number[] = []
    let cursor: string | undefined
    for (let pages = 0; pages < 400; pages++) {
      const page = listTasks(board, { ...filter, cursor }, now)
      expect(page.total, JSON.stringify(filter)).toBe(expected.length)
      expect(page.tasks.length).toBeLessThanOrEqual(filter.limit)
      seen.push(...page.tasks.map(({ n }) => n))
      if (page.next === null) break
      cursor = page.next
    }
    expect(seen, JSON.stringify(filter)).toEqual(expected)
  }
})

test("a cursor goes on behind the task it names, even when that is gone, or no longer matches", () => {
  const { board } = randomBoard(31)
  const first = listTasks(board, { sort: "created", limit: 10 }, now)
  const last = first.tasks.at(-1)?.n ?? 0
  board.tasks.delete(last)
  const second = listTasks(board, { sort: "created", limit: 1, cursor: first.next ?? "" }, now)
  expect(second.tasks.map(({ n }) => n)).toEqual([last + ([last + 1].some((n) => n % 7 === 0) ? 2 : 1)])
})

test("a text that is no cursor is refused", () => {
  const { board } = randomBoard(37)
  expect(() => listTasks(board, { sort: "created", limit: 1, cursor: "2" }, now)).toThrow(
    expect.objectContaining({ code: "invalid_input" }),
  )
})

function isOverdue({ dueAt, status }: Task): boolean {
  return dueAt !== null && dueAt < now && status !== "done" && status !== "cancelled"
}
