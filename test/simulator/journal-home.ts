import { readCommands } from "../../src/domain/board/upcast.ts"
import { openJournal } from "../../src/storage/journal/journal.ts"
import type { Commit, Log } from "../../src/storage/log.ts"
import { createDisk, noFaults } from "./disk.ts"
import type { Home } from "./home.ts"
import { minute, second } from "./time.ts"
import { promise } from "./violation.ts"
import type { World } from "./world.ts"

/** A home with the real journal in it, on a disk that fails and forgets. */
export function createJournalHome(world: World): Home {
  const { random } = world
  const disk = createDisk(random)
  const commits: string[] = []

  /** What was told to be durable is still there. One more may be, whose outcome nobody knew. */
  async function compare(log: Log): Promise<void> {
    let found = 0
    for await (const commit of log.read(0)) {
      const text = textOf(commit)
      const known = commits[found]
      promise(
        known === undefined || known === text,
        () => `the disk has ${text} where ${known ?? ""} was durable`,
      )
      if (known === undefined) commits.push(text)
      found++
    }
    promise(found === commits.length, () => `the disk has ${found} of ${commits.length} durable commits`)
  }

  async function* compared(restored: AsyncIterable<Commit>, log: Log): AsyncGenerator<Commit> {
    yield* restored
    await compare(log)
  }

  return {
    commits,
    servers: 1,
    async open(process) {
      const delay = (ms?: number) =>
        new Promise<void>((resolve) => void process.after(ms ?? random.below(3), resolve))
      const log = await openJournal({
        directory: "/home",
        files: disk.mount(delay),
        runtime: process.runtime,
        readCommands,
        warn: () => undefined,
        segmentSize: random.pick([1_000, 4_000, 20_000]),
        checkpointAfter: random.pick([3_000, 30_000]),
      })
      return {
        ...log,
        async restore() {
          const { snapshot, commits: restored } = await log.restore()
          return { snapshot, commits: compared(restored, log) }
        },
        async commit(decide) {
          let made: Commit | undefined
          await log.commit((others) => (made = decide(others)))
          if (made && process.state !== "dead") commits.push(textOf(made))
        },
      }
    },
    crash() {
      if (random.chance(0.5)) disk.kill()
      else disk.crash()
    },
    calm() {
      disk.faults = noFaults
      disk.room = Infinity
    },
    faults: [
      () => {
        const ms = random.below(minute)
        disk.room = random.below(4_000)
        world.after(ms, () => (disk.room = Infinity))
        return `the disk is nearly full for ${ms} ms`
      },
      () => {
        disk.faults = { ...noFaults, shortWrites: 0.2, slowSyncs: 0.3, slowMs: random.pick([50, 5 * second]) }
        return `the disk is slow, and takes a part of what is written`
      },
      () => {
        disk.faults = {
          ...noFaults,
          failedWrites: random.pick([0, 0.02]),
          failedSyncs: random.pick([0, 0.02]),
        }
        return `the disk fails at times`
      },
      () => {
        disk.faults = noFaults
        return `the disk is well`
      },
    ],
  }
}

// --- internal ---

const textOf = ({ seq, commands }: Commit) => JSON.stringify({ seq, commands })
