import { UpnextError } from "../../src/errors.ts"
import type { Log } from "../../src/storage/log.ts"
import { createSharedMemory, type MemoryStep } from "../support/shared-memory.ts"
import type { Home } from "./home.ts"
import { Killed, type Process } from "./process.ts"
import { epoch, second } from "./time.ts"
import type { World } from "./world.ts"

/** How a machine reaches the log. */
interface Line {
  cutUntil: number
  /** How probable it is that one step fails. */
  failing: number
  /** How probable it is that a notice is lost. */
  deaf: number
}

/** A log that several servers share, as in a database: it has its own clock and may be out of reach. */
export function createSharedHome(world: World): Home {
  const { random } = world
  const memory = createSharedMemory(() => epoch + Math.floor(world.now))
  const lines = new Map<object, Line>()

  function lineOf(machine: object): Line {
    const line = lines.get(machine) ?? { cutUntil: 0, failing: 0, deaf: 0 }
    lines.set(machine, line)
    return line
  }

  return {
    get commits() {
      return memory.store.commits
    },
    servers: 2 + random.below(2),
    open(process) {
      const line = lineOf(process.machine)
      const isCut = () => world.now < line.cutUntil
      async function at(step: MemoryStep): Promise<void> {
        await process.outside(random.chance(0.05) ? random.below(300) : random.below(4))
        if (isCut()) {
          await process.outside(random.below(3 * second))
          throw away()
        }
        if (step !== "locked" && random.chance(line.failing)) throw away()
      }
      const log = memory.open({
        at: (step) =>
          at(step).catch((error: unknown) => {
            throw error instanceof Killed ? away() : error
          }),
        deliver(message) {
          if (!isCut() && !random.chance(line.deaf)) process.after(random.below(30), message)
        },
        checkpointAfter: random.pick([3_000, 30_000]),
      })
      process.runtime.every(5 * second, () => {
        if (!isCut()) log.renew()
      })
      return Promise.resolve({ ...log, watch: (listener) => watch(process, log, listener) })

      /** What no notice told of is found by a look from time to time. */
      function watch({ runtime }: Process, { watch: hear }: Log, listener: () => void): () => void {
        let seen = 0
        const looks = runtime.every(20 * second, () => {
          if (isCut() || memory.store.commits.length === seen) return
          seen = memory.store.commits.length
          listener()
        })
        const stop = hear(listener)
        return () => {
          looks.cancel()
          stop()
        }
      }
    },
    crash: () => undefined,
    calm() {
      for (const line of lines.values()) Object.assign(line, { cutUntil: 0, failing: 0, deaf: 0 })
    },
    faults: [
      ({ name, machine }) => {
        const ms = random.below(40 * second)
        lineOf(machine).cutUntil = world.now + ms
        return `${name} is cut off from the log for ${ms} ms`
      },
      ({ name, machine }) => {
        const line = lineOf(machine)
        line.failing = random.pick([0, 0.02, 0.2])
        line.deaf = random.pick([0, 0.3, 1])
        return `the line of ${name} loses ${line.failing} of all steps and ${line.deaf} of all notices`
      },
    ],
  }
}

// --- internal ---

const away = () => new UpnextError("storage_unreachable", { detail: "The log is out of reach." })
