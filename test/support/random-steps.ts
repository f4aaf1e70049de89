import type { Random } from "./random.ts"
import type { Asker } from "./service.ts"

const agents = ["Ann", "Bob", "Cy"]
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

/** A command that somebody might send about a task. It may be refused. */
export function stepOf(random: Random, id: string): [string, Record<string, unknown>, Asker] {
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
    () => ["task.retry", { id }, asker],
  ])()
}
