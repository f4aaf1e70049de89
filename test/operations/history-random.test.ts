import { expect, test } from "vitest"
import { subjectOf } from "../../src/domain/board/trail.ts"
import { createRandom, type Random } from "../support/random.ts"
import { operationNamed, startService, type Asker, type Service } from "../support/service.ts"

interface Entry {
  seq: number
  type: string
  changes: { field: string; from: unknown; to: unknown }[]
}

const agents = ["Ann", "Bob", "Cy"]
const fields = [
  "title",
  "description",
  "status",
  "assignee",
  "reviewer",
  "done_criteria",
  "eta",
  "priority",
  "tags",
  "project",
  "blockedBy",
  "notBefore",
  "dueAt",
  "metadata",
  "reason",
  "summary",
  "attempts",
]

function editOf(random: Random): Record<string, unknown> {
  return random.pick<() => Record<string, unknown>>([
    () => ({ title: `title ${random.below(9)}` }),
    () => ({ description: random.pick([null, "a", "b"]) }),
    () => ({ status: random.pick(["todo", "doing", "blocked", "review", "done", "cancelled"]) }),
    () => ({ status: "blocked", reason: random.pick(["wait", "no key"]) }),
    () => ({ assignee: random.pick([...agents, "unassigned"]) }),
    () => ({ reviewer: random.pick(["Rea", null]) }),
    () => ({
      done_criteria: random.pick([[], ["works"], ["works", "fast"]]),
      eta: random.pick(["1h", null]),
    }),
    () => ({ priority: random.pick(["P0", "P3"]), tags: random.pick([["a"], []]) }),
    () => ({ metadata: { [random.pick(["a", "b"])]: random.pick([1, "x", null]) } }),
    () => ({ dueAt: random.pick(["2031-01-01T00:00:00Z", null]), project: random.pick(["web", null]) }),
    () => ({ blockedBy: random.pick([[], ["T-1"], ["T-2"]]) }),
  ])()
}

function stepOf(random: Random, id: string): [string, Record<string, unknown>, Asker] {
  const agent = random.pick(agents)
  const asker = { actor: agent }
  return random.pick<() => [string, Record<string, unknown>, Asker]>([
    () => ["task.create", { title: "another" }, asker],
    () => ["task.edit", { id, ...editOf(random) }, asker],
    () => ["task.edit", { id, ...editOf(random), ...editOf(random) }, asker],
    () => ["task.claim", { id, agent, lease: random.pick(["30s", "1h"]) }, asker],
    () => ["task.claimNext", { agent }, asker],
    () => ["task.complete", { id, agent, summary: "done", reflection: "well" }, asker],
    () => ["task.release", { id, agent, failed: random.chance(0.5), reason: "no" }, asker],
    () => [
      "task.review",
      { id, decision: random.pick(["approve", "request_changes"]), comment: "hm" },
      asker,
    ],
    () => ["task.comment", { id, author: agent, content: "words" }, asker],
    () => ["task.reflect", { id, agent, content: "words" }, asker],
    () => ["task.check", { id, criterion: 1, agent, checked: random.chance(0.7) }, asker],
    () => ["task.heartbeat", { id, agent }, asker],
  ])()
}

/** The numbers of all events of a task in the log, newest first. */
async function scan(service: Service, id: string): Promise<number[]> {
  const seqs: number[] = []
  for await (const commit of service.log.read(0)) {
    let { seq } = commit
    for (const event of commit.commands.flatMap(({ events }) => events)) {
      if (subjectOf(event) === id) seqs.push(seq)
      seq += 1
    }
  }
  return seqs.reverse()
}

async function check(service: Service, id: string): Promise<number> {
  const { task } = await service.run("task.read", { id })
  const answer = await service.run("task.history", { id, limit: 500 })
  const { history, attempts, total } = answer as {
    history: Entry[]
    attempts: { agent: string; outcome: string; endedAt: string | null }[]
    total: number
  }
  expect(history.map(({ seq }) => seq)).toEqual(await scan(service, id))
  expect(total).toBe(history.length)
  expect(operationNamed("task.history").output.parse(answer)).toEqual(answer)
  for (const field of fields) {
    const changes = history.flatMap((entry) => entry.changes).filter((change) => change.field === field)
    const empty =
      { assignee: "unassigned", attempts: 0, metadata: {} }[field] ?? (Array.isArray(task[field]) ? [] : null)
    expect(changes[0]?.to ?? empty, `${id} ${field}`).toEqual(task[field])
    // Each begins where the one before it ended.
    for (const [i, { from }] of changes.entries()) expect(from).toEqual(changes[i + 1]?.to ?? empty)
  }
  const running = attempts.filter(({ outcome }) => outcome === "running")
  expect(running.length).toBeLessThanOrEqual(1)
  expect(attempts.slice(1).every(({ endedAt }) => endedAt !== null)).toBe(true)
  if (running[0]) expect(task).toMatchObject({ status: "doing", assignee: running[0].agent })
  return total
}

test.each([1, 2, 3])(
  "the history tells how a task became what it is, whatever happened (%i)",
  async (given) => {
    const random = createRandom(given)
    const service = await startService()
    for (let i = 0; i < 4; i++) await service.run("task.create", { title: `task ${i}` }, { actor: "pat" })
    let done = 0
    for (let i = 0; i < 600; i++) {
      const steps = Array.from({ length: 1 + random.below(4) }, () =>
        stepOf(random, `T-${1 + random.below(4)}`),
      )
      const results = await Promise.allSettled(steps.map((step) => service.run(...step)))
      done += results.filter(({ status }) => status === "fulfilled").length
      if (random.chance(0.2)) await service.pass(random.pick([1000, 60_000]))
      if (random.chance(0.01)) await service.restart(random.pick([0, 3_600_000]))
    }
    let events = 0
    for (const id of ["T-1", "T-2", "T-3", "T-4"]) events += await check(service, id)
    expect(done).toBeGreaterThan(300)
    expect(events).toBeGreaterThan(200)
  },
)
