import { expect, test } from "vitest"
import { nameKey } from "../../../src/domain/wire/names.ts"
import { numberInTurn } from "../../../src/domain/board/queues/queue-place.ts"
import { createReadyQueues } from "../../../src/domain/board/queues/ready-queues.ts"
import type { Task } from "../../../src/domain/board/records.ts"
import { createRandom } from "../../support/random.ts"
import { byTurn, randomTask } from "../tasks.ts"
import { withState } from "../../../src/domain/board/tasks/task-record.ts"

const never = () => false

test("the queues always hold exactly the ready tasks, ordered by priority, rank and number", () => {
  const random = createRandom(23)
  const tasks = new Map<number, Task>()
  const queues = createReadyQueues(tasks, never, never)
  let now = 0

  const isOpen = (id: string) => {
    const status = tasks.get(Number(id.slice(2)))?.status
    return status !== undefined && status !== "done" && status !== "cancelled"
  }
  const childrenOf = (n: number) =>
    [...tasks.values()].filter(({ fields: { parent } }) => parent === `T-${n}`)
  const readyNow = () =>
    [...tasks.values()]
      .filter(({ status }) => status === "todo" || status === "doing")
      .filter(
        ({ backoffUntil, fields: { notBefore } }) => (notBefore ?? 0) <= now && (backoffUntil ?? 0) <= now,
      )
      .filter(({ fields: { blockedBy } }) => !blockedBy.some(isOpen))
      .filter((task) => !childrenOf(task.n).some((child) => isOpen(`T-${child.n}`)))
      .sort(byTurn)
  const isOf = (task: Task, name: string | null) =>
    name === null ? task.assignee === null : task.assignee !== null && nameKey(task.assignee) === name
  const numbers = (set: ReturnType<typeof queues.todo>) => [...(set?.values() ?? [])].map(numberInTurn)

  for (let i = 0; i < 3_000; i++) {
    const n = 1 + random.below(40)
    const before = tasks.get(n)
    const after = random.chance(0.1) ? undefined : randomTask(random, n)
    if (after) tasks.set(n, after)
    else tasks.delete(n)
    if (before ?? after) queues.changed(before, after)
    if (random.chance(0.1)) queues.advance((now += random.below(30)))
    if (random.chance(0.02)) queues.advance((now = Math.max(0, now - random.below(300)))) // the clock was set back
    if (i % 10 !== 0) continue
    const ready = readyNow()
    expect([...queues.ready()].sort((a, b) => a - b)).toEqual(
      ready.map((task) => task.n).sort((a, b) => a - b),
    )
    for (const name of [null, "ann", "bob"]) {
      const todo = ready.filter((task) => task.status === "todo" && isOf(task, name))
      expect(numbers(queues.todo(name))).toEqual(todo.map((task) => task.n))
      expect(numbers(queues.todo(name, "docs"))).toEqual(
        todo.filter(({ fields: { project } }) => project === "docs").map((task) => task.n),
      )
      if (name === null) continue
      const doing = ready.filter((task) => task.status === "doing" && isOf(task, name))
      expect(queues.doing(name.toUpperCase()).flatMap(numbers)).toEqual(doing.map((task) => task.n))
      const sessionOf = ({ lease }: Task) => (lease?.state === "held" ? lease.session : null)
      expect(queues.doing(name, "s1").flatMap(numbers).sort()).toEqual(doing.map((task) => task.n).sort())
      expect([...new Set(queues.doing(name, "s2").flatMap(numbers))]).toEqual(
        doing.filter((task) => sessionOf(task) === null).map((task) => task.n),
      )
    }
    const wakes = [...tasks.values()]
      .filter(({ status }) => status !== "done" && status !== "cancelled")
      .map(({ backoffUntil, fields: { notBefore } }) => Math.max(notBefore ?? 0, backoffUntil ?? 0))
      .filter((at) => at > now)
    expect(queues.nextWake()).toBe(wakes.length === 0 ? undefined : Math.min(...wakes))
    const dependents = [...tasks.values()].filter(({ fields: { blockedBy } }) => blockedBy.includes(`T-${n}`))
    expect(queues.dependents(n)).toEqual(dependents.map((task) => task.n).sort((a, b) => a - b))
    const counted = childrenOf(n).filter(({ status }) => status !== "cancelled")
    const done = counted.filter(({ status }) => status === "done")
    expect(queues.children.of(n)).toEqual({ total: counted.length, done: done.length })
  }
})

test("a task that becomes ready for somebody is an arrival; one that stays ready or is claimed is not", () => {
  const tasks = new Map<number, Task>()
  const queues = createReadyQueues(tasks, never, never)
  const plain = withState(randomTask(createRandom(1), 1), {
    status: "todo",
    assignee: null,
    lease: null,
    epoch: 0,
    blockedBy: [],
    tags: [],
  })
  const free = withState(plain, { project: "default", notBefore: null, backoffUntil: null })
  const arrivalsOf = (after: Task) => {
    const [before, seen] = [tasks.get(1), queues.arrivals]
    tasks.set(1, after)
    queues.changed(before, after)
    return queues.arrivals - seen
  }
  const lease = {
    state: "held",
    agent: "ann",
    session: null,
    until: null,
    length: null,
    warned: false,
    claimedAt: 1,
    heardAt: 1,
  } as const
  expect(arrivalsOf(free), "created").toBe(1)
  expect(arrivalsOf(withState(free, { title: "other" })), "renamed").toBe(0)
  expect(arrivalsOf(withState(free, { priority: "P0" })), "more urgent: no claim waits for that").toBe(0)
  expect(arrivalsOf(withState(free, { assignee: "ann" })), "assigned").toBe(1)
  expect(arrivalsOf(withState(free, { assignee: "ann", status: "doing", epoch: 1, lease })), "claimed").toBe(
    0,
  )
  const held = withState(free, { assignee: "ann", status: "doing", epoch: 1, lease })
  expect(arrivalsOf(withState(held, { blockedBy: ["T-9"] })), "held as before").toBe(0)
  expect(arrivalsOf(free), "released").toBe(1)
  expect(arrivalsOf(withState(free, { tags: ["x"] })), "tagged: it may match a filter now").toBe(1)
  expect(arrivalsOf(withState(free, { tags: ["x"], project: "docs" })), "in another project").toBe(1)
  expect(arrivalsOf(withState(free, { status: "blocked" })), "blocked").toBe(0)
})
