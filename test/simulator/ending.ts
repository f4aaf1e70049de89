import type { Commit } from "../../src/storage/log.ts"
import { dumpOf, foldOf } from "../support/fold.ts"
import { bringIn } from "./bring-in.ts"
import { fillWithFiles } from "./fill-with-files.ts"
import { expectGiven, say, workAll } from "./say.ts"
import type { Run } from "./run.ts"
import { loseAttempts } from "./lose-attempts.ts"
import type { Server } from "./server.ts"
import { places, skills } from "./resource-wishes.ts"
import { epoch, hour, minute, second } from "./time.ts"
import { promise } from "./violation.ts"
import { wakeForRoom } from "./wake-for-room.ts"
import { rungs } from "./agents.ts"

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
  if (run.manner.accounts > 0) {
    const lifted = await say(run, { name: "access.lift", input: {}, actor: "anonymous", secret: "home" })
    promise(lifted.kind === "ok", () => `the home lifts the access and gets ${JSON.stringify(lifted)}`)
  }
  await settleLeases(run)
  await handOutAll(run, tell)
  await loseAttempts(run, tell)
  for (const story of stories) if (world.random.chance(0.5)) await story(run, tell)
  await agree(run)
}

// --- internal ---

/** Each run has some of them: all of them would take longer than the run before them. */
const stories = [fillWithFiles, wakeWaiters, wakeForRoom, bringIn]

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
  tell("everybody works until nothing is left")
  await say(run, { name: "team.resume", input: {}, actor: "dana" })
  for (const name of rungs) await say(run, { name: "agent.resume", input: { name }, actor: "dana" })
  for (const name of places) await say(run, { name: "resource.open", input: { name }, actor: "dana" })
  for (const name of ["dana", "mira"])
    await say(run, { name: "agent.describe", input: { name, skills }, actor: "dana" })
  for (const agent of [...rungs, "dana"]) await workAll(run, agent)
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
    for (const { server, given } of waits) await expectGiven(given, `a claim that waits at ${server.name}`)
    await world.pass(minute)
  }
}
