import { nobodySeen } from "../../../src/domain/board/agents/presence.ts"
import { testPolicy } from "../../support/service.ts"
import { withState } from "../../../src/domain/board/tasks/task-record.ts"
import { expect, test } from "vitest"
import { createBoard, type Board } from "../../../src/domain/board/board.ts"
import { pageOfTasks, type TaskPageQuery } from "../../../src/domain/read-models/task-page.ts"
import { nameKey } from "../../../src/domain/wire/names.ts"
import type { Task } from "../../../src/domain/board/records.ts"
import { sorts, type Sort } from "../../../src/domain/read-models/task-sort.ts"
import { createRandom } from "../../support/random.ts"
import { byTurn, randomTask } from "../tasks.ts"
import { priorities, statuses } from "../../../src/domain/wire/enums.ts"

const now = 1_000
const context = { now, presence: nobodySeen, policy: testPolicy }

function randomBoard(seed: number, size = 200) {
  const random = createRandom(seed)
  const board = createBoard()
  board.advance(now)
  for (let n = 1; n <= size; n++) {
    if (n % 7 !== 0) board.tasks.put({ ...randomTask(random, n), updatedAt: n + random.below(60) })
  }
  return { random, board }
}

/** The definition of each order in one line. */
function sorting(sort: Sort): (a: Task, b: Task) => number {
  const sign = sort.startsWith("-") ? -1 : 1
  const key = ({ n, updatedAt, startedAt, status, fields: { dueAt } }: Task): number => {
    if (sort.endsWith("created")) return sign * n
    if (sort.endsWith("updated")) return sign * updatedAt
    if (sort.endsWith("started")) {
      const isInProgress = ["doing", "blocked", "review"].includes(status)
      return !isInProgress || startedAt === null ? Number.MAX_SAFE_INTEGER : sign * startedAt
    }
    return dueAt === null ? Number.MAX_SAFE_INTEGER : sign * dueAt
  }
  if (sort.endsWith("priority")) return (a, b) => sign * byTurn(a, b)
  return (a, b) => key(a) - key(b) || sign * (a.n - b.n)
}

/** All pages, one after the other. */
function readAll(board: Board, list: TaskPageQuery, seen: (total: number) => void): number[] {
  const numbers: number[] = []
  let cursor: string | undefined
  do {
    const page = pageOfTasks(board, { ...list, cursor }, context)
    expect(page.tasks.length).toBeLessThanOrEqual(list.limit)
    seen(page.total)
    numbers.push(...page.tasks.map(({ n }) => n))
    cursor = page.next ?? undefined
  } while (cursor !== undefined && numbers.length < 10_000)
  return numbers
}

test.each([
  [29, 200, 400],
  [30, 200, 400],
  [31, 200, 400],
  [32, 200, 400],
  // So many that conditions are put together as bitmaps.
  [33, 2_500, 60],
])(
  "whatever the filters and the order, the pages together are the tasks that match, in order, none twice, seed %i, %i tasks",
  (seed, size, rounds) => {
    const { random, board } = randomBoard(seed, size)
    const maybe = <T>(value: T) => (random.chance(0.25) ? value : undefined)
    const some = <T>(values: readonly T[]) => maybe(values.filter(() => random.chance(0.5)))
    const findings = [[], [150, 3, 8, 7, 61, 2], Array.from({ length: size + 20 }, (_, i) => size + 20 - i)]
    for (let round = 0; round < rounds; round++) {
      const list = {
        ids: maybe(Array.from({ length: random.below(30) }, () => `T-${1 + random.below(size + 20)}`)),
        status: some(statuses),
        assignee: some([null, "ANN", "bob"]),
        notAssignee: some([null, "ANN", "bob"]),
        reviewer: some(["Rea", "ann"]),
        notReviewer: some(["Rea", "ann"]),
        createdBy: maybe(random.pick(["ann", "Bob"])),
        project: some(["docs", "none"]),
        notProject: some(["docs", "none"]),
        tag: some(["x", "y"]),
        notTag: some(["x", "y"]),
        priority: some(priorities),
        ready: maybe(random.chance(0.5)),
        overdue: maybe(random.chance(0.5)),
        updatedSince: maybe(random.below(size + 80)),
        found: maybe(random.pick(findings)),
        sort: random.pick([...sorts, undefined]),
        limit: random.pick(size > 200 ? [500] : [1, 7, 50, 500]),
      } satisfies TaskPageQuery
      const { found } = list
      const places = new Map(found?.map((n, place) => [n, place]))
      const isAmong = (name: string | null, names: readonly (string | null)[]) =>
        names.some((each) => nameKey(each ?? "") === nameKey(name ?? ""))
      const matches = (task: Task) =>
        (list.ids?.includes(`T-${task.n}`) ?? true) &&
        (list.status?.includes(task.status) ?? true) &&
        (list.assignee === undefined || isAmong(task.assignee, list.assignee)) &&
        !isAmong(task.assignee, list.notAssignee ?? []) &&
        (list.reviewer === undefined || isAmong(task.fields.reviewer, list.reviewer)) &&
        !isAmong(task.fields.reviewer, list.notReviewer ?? []) &&
        (list.createdBy === undefined || isAmong(task.createdBy, [list.createdBy])) &&
        (list.project?.includes(task.fields.project) ?? true) &&
        !(list.notProject?.includes(task.fields.project) ?? false) &&
        !(list.notTag ?? []).some((tag) => task.fields.tags.includes(tag)) &&
        (list.tag ?? []).every((tag) => task.fields.tags.includes(tag)) &&
        (list.priority?.includes(task.fields.priority) ?? true) &&
        (list.ready === undefined || board.ready.has(task.n) === list.ready) &&
        (list.overdue === undefined || isOverdue(task) === list.overdue) &&
        (list.updatedSince === undefined || task.updatedAt >= list.updatedSince) &&
        (!found || places.has(task.n))
      const order =
        found && list.sort === undefined
          ? (a: Task, b: Task) => (places.get(a.n) ?? 0) - (places.get(b.n) ?? 0)
          : sorting(list.sort ?? "created")
      const expected = [...board.tasks.values()].filter(matches).sort(order)
      const told = JSON.stringify(list)
      const seen = readAll(board, list, (total) => expect(total, told).toBe(expected.length))
      expect(seen, told).toEqual(expected.map(({ n }) => n))
      // The next round has other tasks in other places.
      for (const n of [1 + random.below(size), 1 + random.below(size)])
        board.tasks.put({ ...randomTask(random, n), updatedAt: size + round })
      board.tasks.delete(1 + random.below(size))
    }
  },
)

test.each(sorts)(
  "sorted by %s, a cursor goes on behind the task it names, even when that is gone, or elsewhere by now",
  (sort) => {
    const { board } = randomBoard(31)
    const all = readAll(board, { sort, limit: 500 }, () => undefined)
    for (const at of [0, 9, all.length - 2]) {
      const first = pageOfTasks(board, { sort, limit: at + 1 }, context)
      const last = first.tasks.at(-1)
      if (!last) throw new Error("there is no such page")
      board.tasks.delete(last.n)
      const cursor = first.next ?? ""
      const second = pageOfTasks(board, { sort, limit: 1, cursor }, context)
      expect(second.tasks.map(({ n }) => n)).toEqual([all[at + 1]])
      board.tasks.put(last)
    }
  },
)

test("a text that is not a cursor is refused, and so is the cursor of a list in another order", () => {
  const { board } = randomBoard(37)
  const refusal = expect.objectContaining({
    code: "invalid_input",
    errors: [expect.objectContaining({ path: "cursor" })],
  }) as Error
  for (const cursor of [
    "",
    "2",
    "T-2",
    "2.2",
    "2.2.created.",
    "0.0.created",
    "2..created",
    "2.x.due",
    "2.2.none",
  ])
    expect(() => pageOfTasks(board, { sort: "created", limit: 1, cursor }, context), cursor).toThrow(refusal)
  for (const sort of sorts) {
    const cursor = pageOfTasks(board, { sort, limit: 1 }, context).next ?? ""
    for (const other of sorts) {
      const ask = () => pageOfTasks(board, { sort: other, limit: 1, cursor }, context)
      if (other === sort) expect(ask().tasks).toHaveLength(1)
      else expect(ask, `${cursor} for ${other}`).toThrow(refusal)
    }
  }
})

test("a rare match is found without a look at the whole board", () => {
  const random = createRandom(41)
  const board = createBoard()
  const plain = withState(randomTask(random, 1), { tags: [], status: "todo", dueAt: null })
  for (let n = 1; n <= 5_000; n++)
    board.tasks.put(withState(plain, { n, updatedAt: n, ...(n === 2_500 && { project: "rare" }) }))
  let looks = 0
  const watched: Board = {
    ...board,
    tasks: { ...board.tasks, get: (n) => (looks++, board.tasks.get(n)) },
  }
  for (const sort of sorts) {
    const { tasks } = pageOfTasks(watched, { project: ["rare"], sort, limit: 50 }, context)
    expect(tasks.map(({ n }) => n)).toEqual([2_500])
    const page = pageOfTasks(watched, { status: ["todo"], sort, limit: 50 }, context)
    expect([page.tasks.length, page.total]).toEqual([50, 5_000])
  }
  expect(looks).toBeLessThan(sorts.length * 60)
  looks = 0
  for (const sort of sorts) {
    const others = pageOfTasks(watched, { notProject: ["rare"], sort, limit: 50 }, context)
    expect([others.tasks.length, others.total]).toEqual([50, 4_999])
  }
  expect(looks).toBeLessThan(sorts.length * 60)
})

function isOverdue({ status, fields: { dueAt } }: Task): boolean {
  return dueAt !== null && dueAt < now && status !== "done" && status !== "cancelled"
}
