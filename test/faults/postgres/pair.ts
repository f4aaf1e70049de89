import { afterAll, beforeAll } from "vitest"
import { createLedger, type Ledger, type Work } from "../../support/ledger.ts"
import { startDatabaseProxy, type DatabaseProxy } from "../../support/postgres-proxy.ts"
import type { Database } from "../../support/postgres.ts"
import { freePort } from "../../support/free-port.js"
import { startServer, temporaryHome, type Server } from "../../support/server.ts"

/** One of two servers of a board, as a process of its own, with a proxy between it and the database. */
export interface Side {
  readonly url: string
  readonly proxy: DatabaseProxy
  /** The process that runs now. */
  readonly server: Server
  /** Starts it at the same port, as after a kill. */
  start(env?: NodeJS.ProcessEnv): Promise<void>
  kill(): Promise<void>
}

export interface Pair {
  readonly a: Side
  readonly b: Side
  /** What they acknowledge. */
  readonly ledger: Ledger
  /** Agents work on both servers while `act` breaks something. Both must go on afterwards. */
  underLoad(act: (work: Work, a: Side, b: Side) => Promise<void>): Promise<void>
}

/** Two servers on one board, from the first test of a file to the last. */
export function usePair(database: Database): Pair {
  const ledger = createLedger()
  const sides: { a?: Side; b?: Side } = {}
  beforeAll(async () => {
    sides.a = await createSide(database)
    sides.b = await createSide(database)
  })
  afterAll(async () => {
    await Promise.all([sides.a?.kill(), sides.b?.kill()])
  })
  const started = (side: Side | undefined): Side => {
    if (!side) throw new Error("The servers start before the first test.")
    return side
  }
  return {
    ledger,
    async underLoad(act) {
      const [a, b] = [started(sides.a), started(sides.b)]
      const work = ledger.work([a.url, b.url], 16)
      try {
        await work.progress([a.url, b.url])
        await act(work, a, b)
        await work.progress([a.url, b.url])
      } finally {
        await work.stop()
      }
    },
    get a() {
      return started(sides.a)
    },
    get b() {
      return started(sides.b)
    },
  }
}

// --- internal ---

async function createSide(database: Database): Promise<Side> {
  const { home, remove } = await temporaryHome()
  const port = await freePort()
  const proxy = await startDatabaseProxy(database.url)
  let server: Server | undefined
  const running = (): Server => {
    if (!server) throw new Error("This server did not start.")
    return server
  }
  const side: Side = {
    url: `http://127.0.0.1:${port}`,
    proxy,
    get server() {
      return running()
    },
    async start(env = {}) {
      server = await startServer({ home, port, env: { UPNEXT_DATABASE: proxy.url, ...env } })
    },
    async kill() {
      running().kill("SIGKILL")
      await running().exited
    },
  }
  afterAll(remove)
  await side.start()
  return side
}
