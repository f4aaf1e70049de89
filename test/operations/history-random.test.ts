import { expect, test } from "vitest"
import { subjectsOf } from "../../src/domain/board/trail.ts"
import { createRandom } from "../support/random.ts"
import { stepOf } from "../support/random-steps.ts"
import { operationNamed, startService, type Service } from "../support/service.ts"

interface Entry {
  seq: number
  type: string
  changes: { field: string; from: unknown; to: unknown }[]
}

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

/** The numbers of all events of a task in the log, newest first. */
async function scan(service: Service, id: string): Promise<number[]> {
  const seqs: number[] = []
  for await (const commit of service.log.read(0)) {
    let { seq } = commit
    for (const event of commit.commands.flatMap(({ events }) => events)) {
      if (subjectsOf(event).includes(id)) seqs.push(seq)
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
