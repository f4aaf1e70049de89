import type { Outcome, Request } from "./call.ts"
import type { Run } from "./run.ts"
import { nextAt } from "./audit/next.ts"
import { minute } from "./time.ts"
import { promise } from "./violation.ts"

/** Asks, and lets time pass until the answer is there. */
export async function say(run: Run, request: Request, server = run.world.random.pick(run.servers)) {
  const { world } = run
  const asked = run.ask(server, request)
  let isDone = false
  void asked.then(() => (isDone = true))
  if (request.input["wait"] === undefined) {
    promise(await world.passUntil(() => isDone, minute), () => `${request.name} is not answered`)
  }
  return asked
}

/** A claim that waited has its task by now. */
export async function expectGiven(given: Promise<Outcome>, who: string): Promise<void> {
  const late = Symbol("late")
  const outcome = await Promise.race([given, Promise.resolve().then(() => late)])
  const isGiven = typeof outcome === "object" && outcome.kind === "ok" && outcome.answer["task"] !== null
  promise(isGiven, () => `${who} was not woken`)
}

/** Somebody is given tasks, and finishes them, until nothing is ready for them. */
export async function workAll(run: Run, agent: string): Promise<void> {
  const { world, servers, audit } = run
  const { random } = world
  for (let tries = 0; ; tries++) {
    promise(tries < 2000, () => `${agent} is given tasks without an end`)
    const claim = { name: "task.claimNext", input: { agent, takeOver: true }, actor: agent }
    const outcome = await say(run, claim, random.pick(servers))
    promise(outcome.kind === "ok", () => `${agent} asks for work and gets ${JSON.stringify(outcome)}`)
    const { task, lease } = outcome.answer as {
      task: { id: string; checks: readonly string[] } | null
      lease?: { token: string }
    }
    if (!task) break
    for (const check of task.checks) {
      const passed = { id: task.id, leaseToken: lease?.token, check, status: "passed", exitCode: 0 }
      await say(run, { name: "check.report", input: passed, actor: agent }, random.pick(servers))
    }
    const input = { id: task.id, leaseToken: lease?.token, summary: "done", reflection: "done" }
    await say(run, { name: "task.complete", input, actor: agent }, random.pick(servers))
    await world.pass(50) // the other servers hear of it
  }
  run.check()
  const left = nextAt(audit.moment, { agent }, "any", audit.moment.at)
  promise(left === undefined, () => `T-${left ?? 0} is ready, and ${agent} is given nothing`)
}
