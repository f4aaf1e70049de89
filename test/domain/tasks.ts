import type { Lease, Task } from "../../src/domain/board/records.ts"
import { blankTask, withState } from "../../src/domain/board/tasks/task-record.ts"
import type { Random } from "../support/random.ts"
import { priorities, statuses } from "../../src/domain/wire/enums.ts"

/** A random task: any status, some tags, blockers, times and a lease. */
export function randomTask(random: Random, n: number): Task {
  const maybe = <T>(value: T) => (random.chance(0.5) ? value : null)
  const status = random.pick(statuses)
  const assignee =
    status === "doing" ? random.pick(["ann", "Bob"]) : maybe(random.pick(["ann", "Bob", "BOB"]))
  return withState(blankTask, {
    n,
    title: `task ${n}`,
    createdBy: random.pick(["ann", "ANN", "bob"]),
    assignee,
    reviewer: maybe(random.pick(["rea", "REA"])),
    rank: random.chance(0.2) ? random.pick(["a", "a0", "Z"]) : null,
    priority: random.pick(priorities),
    tags: ["x", "y", "z"].filter(() => random.chance(0.4)),
    project: random.pick(["default", "docs"]),
    blockedBy: random.chance(0.4) ? [...new Set([1, 2].map(() => `T-${1 + random.below(40)}`))] : [],
    parent: random.chance(0.2) ? `T-${1 + random.below(40)}` : null,
    discoveredFrom: random.chance(0.1) ? `T-${1 + random.below(40)}` : null,
    notBefore: random.chance(0.2) ? 500 + random.below(1_000) : null,
    dueAt: maybe(random.below(2_000)),
    status,
    createdAt: n,
    updatedAt: n,
    backoffUntil: random.chance(0.2) ? 500 + random.below(1_000) : null,
    epoch: 1,
    lease: status === "doing" ? maybe(randomLease(random, assignee ?? "")) : null,
    lastEvent: 1,
    since: n,
    spent: random.chance(0.5) ? [n, 0, 2, 0] : null,
    attemptAt: status === "doing" ? n : null,
  })
}

function randomLease(random: Random, agent: string): Lease {
  const until = random.chance(0.2) ? null : 1_000 + random.below(1_000)
  return {
    state: random.pick(["held", "offered"]),
    agent,
    session: random.chance(0.5) ? "s1" : null,
    until,
    length: until === null ? null : 1_000,
    warned: random.chance(0.5),
    claimedAt: random.below(1_000),
    heardAt: random.below(1_000),
  }
}

/** The order in which tasks are handed out: by priority, then those with a rank by that, then by number. */
export function byTurn(a: Task, b: Task): number {
  const [x, y] = [a, b].map(({ fields: { priority, rank } }) => `${priority}${rank ?? "~"}`)
  return x === y ? a.n - b.n : String(x) < String(y) ? -1 : 1
}
