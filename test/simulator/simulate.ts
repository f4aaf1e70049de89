import { endWell } from "./ending.ts"
import { createJournalHome } from "./journal-home.ts"
import { policy } from "./policy.ts"
import { createRun } from "./run.ts"
import { createSharedHome } from "./shared-home.ts"
import { gapOf, takeStep } from "./steps.ts"
import { second } from "./time.ts"
import { createWorld } from "./world.ts"

/** What became of a run. The same seed and steps give the same report. */
export interface Report {
  readonly seed: number
  /** How many steps were taken. */
  readonly steps: number
  readonly digest: string
  readonly events: number
  readonly counts: ReadonlyMap<string, number>
  /** What was broken, and the last steps in words; undefined where nothing was. */
  readonly failure: { readonly error: Error; readonly words: readonly string[] } | undefined
}

/**
 * Runs one seed: so many random steps, and then an end without faults. An even seed has several servers on one log, an odd
 * one a single server on a journal.
 */
export async function simulate(seed: number, steps: number): Promise<Report> {
  const world = createWorld(seed)
  const home = seed % 2 === 0 ? createSharedHome(world) : createJournalHome(world)
  const run = createRun({ world, home, policy })
  const words: string[] = []
  let taken = 0
  let error: Error | undefined
  const onDefect = (defect: unknown) =>
    (error ??= defect instanceof Error ? defect : new Error(String(defect)))
  process.on("unhandledRejection", onDefect)
  process.on("uncaughtException", onDefect)
  try {
    for (const server of run.servers) server.start()
    await world.pass(second)
    while (taken < steps && !error) {
      taken++
      words.push(`${(world.now / second).toFixed(3)} s: ${takeStep(run)}`)
      await world.pass(gapOf(run))
      run.check()
    }
    if (!error) await endWell(run, (told) => words.push(`${(world.now / second).toFixed(3)} s: ${told}`))
  } catch (broken) {
    error ??= broken as Error
  } finally {
    process.off("unhandledRejection", onDefect)
    process.off("uncaughtException", onDefect)
  }
  return {
    seed,
    steps: taken,
    digest: run.digest(),
    events: run.audit.moment.seq,
    counts: run.counts,
    failure: error && { error, words: words.slice(-20) },
  }
}
