import { expect, test } from "vitest"
import { needKey } from "../src/domain/wire/tasks/need-words.ts"
import type { NeedView } from "../src/domain/wire/tasks/needs-schema.ts"
import { UpnextError } from "../src/errors.ts"
import { createRandom } from "./support/random.ts"
import { startService, type Service } from "./support/service.ts"

const minute = 60_000
const day = 24 * 60 * minute
const step = 10 * minute

interface Agent {
  readonly name: string
  /** What it does with the task that it holds. @returns whether it holds it no longer */
  work(held: Held): Promise<boolean>
  /** Its worker has ended. */
  isOver?: boolean
}

interface Held {
  readonly id: string
  readonly leaseToken: string
  /** For how long it has held it, in ms. */
  readonly for: number
}

/** A week of twelve agents: five work, three loop, two do nothing, one asks all the time, and one meets the end of its quota. */
function agentsOf(service: Service, random: ReturnType<typeof createRandom>): Agent[] {
  const beat = ({ id, leaseToken }: Held, more: object = {}) =>
    service.run("task.heartbeat", { id, leaseToken, ...more })
  const works = (name: string, minutes: number): Agent => ({
    name,
    async work(held) {
      if (held.for < minutes * minute) {
        await beat(held)
        return false
      }
      await service.run("task.complete", { id: held.id, leaseToken: held.leaseToken })
      return true
    },
  })
  const loops = (name: string): Agent => ({
    name,
    async work(held) {
      await beat(held, { quietMs: held.for, repeats: "fetch failed" })
      return false
    },
  })
  const doesNothing = (name: string): Agent => {
    let inARow = 0
    return {
      name,
      async work({ id, leaseToken }) {
        await service.run("task.release", { id, leaseToken, blocked: true, reason: "did nothing" })
        // Its worker ends after three different tasks that failed at once.
        inARow += 1
        this.isOver = inARow === 3
        return true
      },
    }
  }
  const asks: Agent = {
    name: "asker",
    async work(held) {
      const { id, leaseToken } = held
      const { comments } = await service.run("task.comments", { id })
      if (comments.length > 0) return works("asker", 60).work(held)
      const { comment } = await service.run("task.comment", {
        ...{ id, author: "asker", content: "Which one?", leaseToken, ask: { choices: ["a", "b"] } },
      })
      await service.run("task.release", { id, leaseToken, waitsFor: comment.id })
      return true
    },
  }
  const meetsQuota: Agent = {
    name: "quota",
    async work(held) {
      if (random.chance(0.8)) return works("quota", 30).work(held)
      const { id, leaseToken } = held
      await service.run("task.release", { id, leaseToken, limit: { until: "5h" }, reason: "quota" })
      return true
    },
  }
  return [
    ...[20, 40, 60, 90, 120].map((minutes, i) => works(`w${i}`, minutes)),
    ...["l0", "l1", "l2"].map(loops),
    ...["n0", "n1"].map(doesNothing),
    asks,
    meetsQuota,
  ]
}

test(
  "in a week of twelve agents, of which seven go wrong, a person is called at most twenty times, and nothing waits unseen",
  { timeout: 120_000 },
  async () => {
    const service = await startService()
    const random = createRandom(7)
    const agents = agentsOf(service, random)
    const held = new Map<Agent, { id: string; leaseToken: string; since: number }>()
    const told = new Set<string>()
    const calls: NeedView[][] = []

    async function act(agent: Agent): Promise<void> {
      const own = held.get(agent)
      if (!own) {
        const { task, lease } = await service.run("task.claimNext", { agent: agent.name })
        if (task) held.set(agent, { id: task.id, leaseToken: lease.token, since: service.now() })
        return
      }
      if (await agent.work({ ...own, for: service.now() - own.since })) held.delete(agent)
    }

    /** What one key or tap decides. */
    async function decide({ why, task, question, by }: NeedView): Promise<void> {
      const { id } = task
      if (question !== undefined)
        await service.run("task.comment", { id, author: "ada", content: "a", answers: question })
      else if (why === "quiet") await service.run("agent.pause", { name: by }, { actor: "ada" })
      else if (task.reason === "did nothing")
        await service.run("task.edit", { id, status: "cancelled" }, { actor: "ada" })
      else expect.unreachable(`nobody knows what to do about ${why} on ${id}`)
      if (why !== "quiet") return
      // The worker hears of it, and its task goes to somebody else.
      await service.run("task.edit", { id, status: "todo", assignee: "unassigned" }, { actor: "ada" })
    }

    for (let time = 0; time < 7 * day; time += step) {
      if (time % (2 * 60 * minute) === 0)
        await service.run("task.create", { title: `task at ${time / minute}`, createdBy: "ada" })
      for (const agent of shuffled(
        agents.filter(({ isOver }) => isOver !== true),
        random,
      ))
        await act(agent).catch((error: unknown) => {
          // Its task was taken away, or it is paused.
          expect(error).toBeInstanceOf(UpnextError)
          held.delete(agent)
        })
      await service.pass(step)
      const { needs } = await service.run("needs.list", { agent: "ada" })
      const fresh = (needs as NeedView[]).filter((need) => !told.has(needKey(need)))
      for (const need of fresh) told.add(needKey(need))
      if (fresh.length > 0) calls.push(fresh)
      for (const need of fresh) await decide(need)
      expect(await unseenFor(service, needs as NeedView[])).toBeLessThanOrEqual(15 * minute)
    }

    expect(calls.length).toBeLessThanOrEqual(20)
    expect(calls.length).toBeGreaterThan(5)
    for (const { why, detail, task } of calls.flat()) expect([why, detail ?? task.reason]).not.toContain(null)
    expect(new Set(calls.flat().map(({ why }) => why))).toEqual(new Set(["question", "quiet"]))
    const { tasks } = await service.run("task.list", { limit: 500 })
    expect(tasks.filter(({ status }: { status: string }) => status === "done").length).toBeGreaterThan(40)
  },
)

function shuffled<T>(list: readonly T[], random: ReturnType<typeof createRandom>): T[] {
  return list
    .map((each) => ({ each, turn: random.below(1_000_000) }))
    .sort((a, b) => a.turn - b.turn)
    .map(({ each }) => each)
}

/** How long the oldest of the tasks has waited for a person without being among the needs, in ms. */
async function unseenFor(service: Service, needs: readonly NeedView[]): Promise<number> {
  const { tasks } = await service.run("task.list", { limit: 500, status: ["blocked", "review", "doing"] })
  const listed = new Set(needs.map(({ task }) => task.id))
  const waits = (tasks as NeedView["task"][]).filter(
    ({ id, status, question }) => !listed.has(id) && (status !== "doing" || question !== undefined),
  )
  return Math.max(0, ...waits.map(({ updatedAt }) => service.now() - Date.parse(updatedAt)))
}
