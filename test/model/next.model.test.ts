import { expect, test } from "vitest"
import { createRandom } from "../support/random.ts"
import { startService, type Service } from "../support/service.ts"
import { compare } from "./compare.ts"
import { modelPolicy } from "./leases.ts"
import { createRun, type Run } from "./run.ts"
import { createSteps } from "./steps.ts"
import { startTwoAsOne } from "./two-servers.ts"

/** So many steps in the suite; with UPNEXT_LONG for an hour, on many boards. */
const isLong = process.env["UPNEXT_LONG"] !== undefined
const rounds = isLong ? 10_000 : 700
const timeout = isLong ? 3_600_000 : 600_000
const everybody = ["ann", "Bob", "eve", "rea", "pat", "Mira", "Zed", "zoe"]
const one = "on one server"
const two = "on two servers over one log"
const runs: [number, string][] = [...[102, 105, 108].map((seed): [number, string] => [seed, one]), [103, two]]
const longRuns = Array.from({ length: 36 }, (_, i): [number, string] => [1_001 + i, i % 2 === 0 ? one : two])
/** How often each thing happened in the runs that go step by step. */
const reached = new Map<string, number>()

// Each run has a seed of its own. A failure names the seed, which repeats the run.
test.each([...runs, ...(isLong ? longRuns : [])])(
  "a random run agrees with a plain model at every step, seed %i %s (UPNEXT_SEED overrides)",
  async (seed, where) => {
    const random = createRandom(seed)
    const service = await (where === one ? startService({ policy: modelPolicy }) : startTwoAsOne(random))
    const run = createRun(service, random)
    // The model does not know of whom the board has heard: each of them has been heard of.
    for (const name of everybody)
      await run.attempt("agent.heartbeat", { name }, { actor: name }, () => run.model.describe(name, {}))
    await compareAll(run, service, { rounds, seed: random.seed, step: createSteps(run).step })
    for (const [verdict, count] of run.verdicts) reached.set(verdict, (reached.get(verdict) ?? 0) + count)
  },
  timeout,
)

// Runs that never reached the interesting cases would prove nothing.
test("these runs reach every case", () => {
  for (const verdict of [
    "ok",
    "lease_lost",
    "task_taken",
    "task_not_ready",
    "review_required",
    "actor_mismatch",
    "handed over",
    "undone",
    "done again",
    "undone and done again",
    "undo_blocked",
    "nothing_to_undo",
    "resource_taken",
    "passed over: resource_taken",
    "passed over: missing_skills",
    "passed over: not_landed",
    "passed over: paused",
    "passed over: escalated",
  ])
    expect(reached.get(verdict) ?? 0, `how often ${verdict}`).toBeGreaterThan(5)
  for (const event of [
    "dependency_cycle",
    "expired",
    "late finish",
    "restored",
    "said twice",
    "offer expired",
    "stale token refused",
    "told what is held",
    "told of a silent session",
    "claimed before",
    "criteria_unmet",
    "lease_expired in the answer to a write",
    "opened again: ok",
    "opened again: undo_blocked",
    "gone on with: ok",
    "gone on with: undo_blocked",
    "work was reported",
    "landed",
    "could not land",
    "work_changed",
    "no_attempts_left in the answer to a write",
    "expired_too_often in the answer to a write",
    "overdue in the answer to a write",
    "not_able",
    "a limit",
  ])
    expect(reached.get(event) ?? 0, `how often: ${event}`).toBeGreaterThan(0)
})

test(
  "commands that race on two servers end as in the plain model, in the order of the log, seed 505 (UPNEXT_SEED overrides)",
  async () => {
    const random = createRandom(505)
    const servers = await startTwoAsOne(random)
    const run = createRun(servers, random)
    const steps = createSteps(run)
    const step = () => (random.chance(0.7) ? steps.race(servers) : steps.step())
    await compareAll(run, servers, { rounds: isLong ? 20_000 : 600, seed: random.seed, step })
    for (const verdict of ["ok", "lease_lost", "task_taken", "task_not_ready"])
      expect(run.verdicts.get(`${verdict} in a race for one task`), verdict).toBeGreaterThan(5)
    for (const verdict of ["ok", "undo_blocked"])
      expect(run.verdicts.get(`command.undo ${verdict} in a race`) ?? 0, verdict).toBeGreaterThan(2)
  },
  timeout,
)

interface Comparing {
  readonly rounds: number
  readonly seed: number
  step(): Promise<string>
}

async function compareAll(run: Run, service: Service, { rounds, seed, step }: Comparing): Promise<void> {
  const epochs = new Map<number, number>()
  for (let round = 0; round < rounds; round++) {
    const told = await step()
    try {
      // How each command ends is compared in any case.
      if (!isLong || round % 5 === 0) await compare(run, epochs)
    } catch (error) {
      const message = error instanceof Error ? error.message : ""
      throw new Error(`seed ${seed}, step ${round}: ${told}\n${message}`, { cause: error })
    }
    if (round % (isLong ? 2_500 : 250) === 0) await service.expectFold()
  }
}
