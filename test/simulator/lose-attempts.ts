import type { Run } from "./run.ts"
import { say } from "./say.ts"
import { minute, second } from "./time.ts"

/** One task is given up, lost and sent back, again and again. What is due each time, the auditor says. */
export async function loseAttempts(run: Run, tell: (words: string) => void): Promise<void> {
  const { random } = run.world
  tell("one task is given up, lost and sent back, again and again")
  const escalation = random.chance(0.7) ? random.pick([names, ["l-3", "l-1", "l-1", "l-2"], ["l-2"]]) : []
  const fields = { title: "to be lost", reviewer: "rea", resources: [room], escalation }
  const created = await ask(run, "task.create", fields)
  if (created.kind !== "ok") return
  const { id } = created.answer["task"] as { id: string }
  for (let turn = 0; turn < 6; turn++) {
    await random.pick(doubts)(run)
    await takeTurn(run, id)
  }
  await ask(run, "task.delete", { id })
}

// --- internal ---

const names = ["l-1", "l-2", "l-3"]
const room = "ladder"

const ask = (run: Run, name: string, input: Record<string, unknown>) =>
  say(run, { name, input, actor: "dana" })

/** What may become of those who are to try it in turn. */
const doubts: readonly ((run: Run) => Promise<unknown>)[] = [
  () => Promise.resolve(),
  () => Promise.resolve(),
  (run) => ask(run, "agent.pause", { name: run.world.random.pick(["l-2", "l-3"]), for: "3d" }),
  (run) => ask(run, "agent.pause", { name: "l-2", for: "1h" }),
  (run) => ask(run, "agent.delete", { name: "l-2" }),
  (run) => ask(run, "agent.resume", { name: "l-2" }),
]

/** Whoever has the task, or somebody, begins an attempt, and it comes to nothing. */
async function takeTurn(run: Run, id: string): Promise<void> {
  const { random } = run.world
  run.check()
  const { status, assignee } = run.audit.moment.cards.get(Number(id.slice(2))) ?? {}
  if (status === "blocked") await ask(run, "task.edit", { id, status: "todo" })
  await ask(run, "task.retry", { id })
  const agent = assignee ?? random.pick(names)
  const claimed = await ask(run, "task.claim", { id, agent, lease: "30s" })
  if (claimed.kind === "ok") await random.pick(ends)(run, id, agent)
}

const ends: readonly ((run: Run, id: string, agent: string) => Promise<unknown>)[] = [
  (run, id, agent) => ask(run, "task.release", { id, agent, failed: true }),
  (run, id, agent) => ask(run, "task.release", { id, agent, failed: true }),
  (run) => run.world.pass(40 * second),
  async (run, id) => {
    await ask(run, "task.edit", { id, status: "blocked" })
    await ask(run, "task.edit", { id, status: "todo" })
  },
  async (run, id, agent) => {
    await ask(run, "task.complete", { id, agent, reflection: "It was sent back." })
    await ask(run, "task.review", { id, reviewer: "rea", decision: "request_changes" })
    if (run.world.random.chance(0.5)) await ask(run, "resource.close", { name: room })
    await run.world.pass(3 * minute)
    await ask(run, "resource.open", { name: room })
  },
]
