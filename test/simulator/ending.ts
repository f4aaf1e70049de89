import type { Commit } from "../../src/storage/log.ts"
import { dumpOf, foldOf } from "../support/fold.ts"
import { nextAt } from "./audit/next.ts"
import type { Request } from "./call.ts"
import type { Run } from "./run.ts"
import type { Server } from "./server.ts"
import { epoch, hour, minute, second } from "./time.ts"
import { promise } from "./violation.ts"
import { agents } from "./wishes.ts"

/** All faults end. Within a bound of time everything that was held up goes on, and nothing is missing. */
export async function endWell(run: Run, tell: (words: string) => void): Promise<void> {
  const { world, servers } = run
  tell("all faults end")
  run.home.calm()
  for (const { machine } of servers) machine.ahead = 0
  await world.pass(11 * minute) // the longest time for which a server stands still, or is down
  for (const server of servers) {
    // After a failed sync nothing is written until a restart.
    if (server.engine?.health().status === "storage_failed") server.kill()
    server.start()
  }
  const areUp = () => servers.every(({ state }) => state === "up")
  promise(await world.passUntil(areUp, minute), () => `${stateOf(servers)}: not all servers came up`)
  if (run.hasAccounts) {
    const lifted = await say(run, { name: "access.lift", input: {}, actor: "anonymous", secret: "home" })
    promise(lifted.kind === "ok", () => `the home lifts the access and gets ${JSON.stringify(lifted)}`)
  }
  await settleLeases(run)
  await handOutAll(run, tell)
  await wakeWaiters(run, tell)
  await agree(run)
}

// --- internal ---

const stateOf = (servers: readonly Server[]) =>
  servers.map(({ name, state }) => `${name} is ${state}`).join(", ")

async function agree(run: Run): Promise<void> {
  const { world, servers, audit } = run
  await world.pass(minute)
  run.check()
  const { seq } = audit.moment
  for (const { name, engine, board } of servers) {
    promise(engine?.seq === seq, () => `${name} is at event ${engine?.seq ?? 0} of ${seq}`)
    if (!board) continue
    const folded = JSON.stringify(dumpOf(await foldOf({ read: () => commitsOf(run) }, board)))
    promise(folded === JSON.stringify(dumpOf(board)), () => `the board of ${name} is not the fold of the log`)
  }
}

async function* commitsOf({ home: { commits } }: Run): AsyncGenerator<Commit> {
  for (const text of commits) yield await Promise.resolve(JSON.parse(text) as Commit)
}

/** No lease goes on beyond its end: none of them is for more than some minutes. */
async function settleLeases(run: Run): Promise<void> {
  const { world, audit } = run
  await world.pass(hour)
  run.check()
  for (const { n, held } of audit.moment.cards.values())
    promise(held?.until == null, () => `the lease of T-${n} is still held after an hour`)
}

/** Each ready task is handed out to somebody who asks. */
async function handOutAll(run: Run, tell: (words: string) => void): Promise<void> {
  const { world, servers, audit } = run
  const { random } = world
  tell("everybody works until nothing is left")
  await say(run, { name: "team.resume", input: {}, actor: "dana" })
  for (const name of agents) await say(run, { name: "agent.resume", input: { name }, actor: "dana" })
  for (const agent of [...agents, "dana"]) {
    for (let tries = 0; ; tries++) {
      promise(tries < 2000, () => `${agent} is given tasks without an end`)
      const name = "task.claimNext"
      const outcome = await say(
        run,
        { name, input: { agent, takeOver: true }, actor: agent },
        random.pick(servers),
      )
      promise(outcome.kind === "ok", () => `${agent} asks for work and gets ${JSON.stringify(outcome)}`)
      const { task, lease } = outcome.answer as { task: { id: string } | null; lease?: { token: string } }
      if (!task) break
      const input = { id: task.id, leaseToken: lease?.token, summary: "done", reflection: "done" }
      await say(run, { name: "task.complete", input, actor: agent }, random.pick(servers))
      await world.pass(50) // the other servers hear of it
    }
    run.check()
    const left = nextAt(audit.moment, { agent }, "any", audit.moment.at)
    promise(left === undefined, () => `T-${left ?? 0} is ready, and ${agent} is given nothing`)
  }
}

/** Who waits is given what becomes ready, by a write anywhere or by time alone. */
async function wakeWaiters(run: Run, tell: (words: string) => void): Promise<void> {
  const { world, servers } = run
  for (const isLater of [false, true]) {
    tell(isLater ? "somebody waits for a task that time makes ready" : "somebody waits for a new task")
    const waits = servers.map((server) => ({
      server,
      given: say(
        run,
        { name: "task.claimNext", input: { agent: `w-${server.name}`, wait: "60s" }, actor: "w" },
        server,
      ),
    }))
    await world.pass(second)
    const notBefore = new Date(epoch + world.now + 20 * second).toISOString()
    for (const { name } of servers) {
      const input = { title: `for ${name}`, assignee: `w-${name}`, ...(isLater && { notBefore }) }
      await say(run, { name: "task.create", input, actor: "dana" }, world.random.pick(servers))
    }
    await world.pass(isLater ? 50 * second : 20 * second)
    const late = Symbol("late")
    for (const { server, given } of waits) {
      const outcome = await Promise.race([given, Promise.resolve().then(() => late)])
      const isGiven = typeof outcome === "object" && outcome.kind === "ok" && outcome.answer["task"] !== null
      promise(isGiven, () => `a claim that waits at ${server.name} was not woken`)
    }
    await world.pass(minute)
  }
}

/** Asks, and lets time pass until the answer is there. */
async function say(run: Run, request: Request, server = run.world.random.pick(run.servers)) {
  const { world } = run
  const asked = run.ask(server, request)
  let isDone = false
  void asked.then(() => (isDone = true))
  if (request.input["wait"] === undefined) {
    promise(await world.passUntil(() => isDone, minute), () => `${request.name} is not answered`)
  }
  return asked
}
