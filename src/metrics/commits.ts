import type { Log } from "../storage/log.ts"
import { createDistribution, seconds } from "./distribution.ts"
import { single, type Family } from "./family.ts"

/**
 * What is counted of the commits to a log.
 * @param checkpointAt when the checkpoint that there was at startup was written, in ms since 1970
 * @param now the time of day, in the same unit
 */
export function createCommitMetrics(checkpointAt: number | undefined, now: () => number) {
  const times = createDistribution(seconds)
  const sizes = createDistribution(batchSizes)
  let lastCheckpoint = checkpointAt
  let committed = 0
  let failed = 0

  return {
    /** The same log, whose commits and checkpoints are counted. */
    measure: (log: Log): Log => ({
      ...log,
      async commit(decide) {
        let commands = 0
        let began = 0
        try {
          await log.commit((others, aliveAt) => {
            const commit = decide(others, aliveAt)
            commands = commit?.commands.length ?? 0
            began = performance.now()
            return commit
          })
        } catch (error) {
          failed += 1
          throw error
        }
        if (commands === 0) return
        committed += 1
        times.observe((performance.now() - began) / 1000)
        sizes.observe(commands)
      },
      async checkpoint(snapshot, rest) {
        await log.checkpoint(snapshot, rest)
        lastCheckpoint = now()
      },
    }),
    families: (): Family[] => [
      single("counter", "commits_total", "Commits that became durable", committed),
      single("counter", "commit_failures_total", "Commits that failed", failed),
      {
        name: "commit_sync_seconds",
        help: "Time from the decision to the durable commit: one write and one fdatasync, or the commit in the database",
        type: "histogram",
        samples: times.samples(),
      },
      {
        name: "commit_commands",
        help: "Commands per durable commit",
        type: "histogram",
        samples: sizes.samples(),
      },
      {
        name: "checkpoint_age_seconds",
        help: "Time since the last checkpoint was written",
        type: "gauge",
        samples: lastCheckpoint === undefined ? [] : [{ value: Math.max(0, now() - lastCheckpoint) / 1000 }],
      },
    ],
  }
}

// --- internal ---

const batchSizes = [1, 2, 4, 8, 16, 32, 64, 128, 256]
