import type { Board } from "../../src/domain/board/board.ts"
import type { Policy } from "../../src/domain/context.ts"
import type { PublicEvent } from "../../src/domain/events/shown.ts"
import type { Engine } from "../../src/engine/api.ts"
import { createSupervisedEngine } from "../../src/engine/supervised-engine.ts"
import { createSearch } from "../../src/search/search.ts"
import type { Log } from "../../src/storage/log.ts"
import type { Home } from "./home.ts"
import { createPastOf } from "./past.ts"
import { createProcess, type Machine, type Process } from "./process.ts"
import { hash, leaseToken } from "./tokens.ts"
import { second } from "./time.ts"
import type { World } from "./world.ts"

/** What one run of the server has told those who follow it. */
export interface Told {
  readonly server: string
  readonly events: PublicEvent[]
}

/** A server on its own machine, which is started, killed and started again. */
export interface Server {
  readonly name: string
  readonly machine: Machine
  readonly state: "down" | "starting" | "up"
  readonly process: Process | undefined
  readonly engine: Engine | undefined
  readonly board: Board | undefined
  start(): void
  /** Ends it as Ctrl-C does. */
  stop(): Promise<void>
  kill(): void
}

export interface ServerOptions {
  readonly name: string
  readonly world: World
  readonly home: Home
  readonly policy: Policy
  /** Called when a run of the server begins to tell its events. */
  onRun(told: Told): void
}

export function createServer({ name, world, home, policy, onRun }: ServerOptions): Server {
  const machine = { ahead: 0 }
  let state: Server["state"] = "down"
  let process: Process | undefined
  let engine: Engine | undefined
  let board: Board | undefined

  async function boot(own: Process): Promise<void> {
    const told: Told = { server: name, events: [] }
    try {
      const log = await home.open(own)
      const opened = await open(log, own)
      if (own !== process || own.state === "dead") return
      opened.subscribe((events) => {
        if (own.state !== "dead") told.events.push(...events)
      })
      engine = opened
      state = "up"
      onRun(told)
    } catch (error) {
      if (own !== process) return
      own.kill()
      home.crash()
      end()
      if (!mayFail.includes((error as { code?: string }).code ?? "")) throw error
      world.after(second, start)
    }
  }

  function start(): void {
    if (state !== "down") return
    state = "starting"
    process = createProcess(world, machine)
    void boot(process)
  }

  function end(): void {
    state = "down"
    process = engine = board = undefined
  }

  const open = (log: Log, own: Process) =>
    createSupervisedEngine({
      log,
      policy,
      runtime: own.runtime,
      url: `http://${name}:4545`,
      token: leaseToken,
      renewLeaseToken: (given) => given,
      createToken() {
        const token = own.runtime.random(12).toString("hex")
        return { token, hash: hash(token) }
      },
      createSearch: () => createSearch({ checkRoom: () => undefined, warn: () => undefined }),
      openPast: () => createPastOf(log, policy, own),
      warn: () => undefined,
      inspect: (inspected) => (board = inspected),
    })

  return {
    name,
    machine,
    get state() {
      return state
    },
    get process() {
      return process
    },
    get engine() {
      return engine
    },
    get board() {
      return board
    },
    start,
    async stop() {
      const own = process
      if (state !== "up" || own === undefined) return
      await engine?.close()
      own.kill()
      if (own === process) end()
    },
    kill() {
      if (process) {
        process.kill()
        home.crash()
      }
      end()
    },
  }
}

// --- internal ---

/** With these a start may fail while its log is out of order. It is tried again. */
const mayFail = ["storage_unreachable", "storage_full", "storage_failed", "ENOSPC", "EIO"]
