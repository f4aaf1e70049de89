import { setTimeout as pause } from "node:timers/promises"
import { connect, ConnectionLost, type DatabaseConnection, type ConnectionOptions } from "./connection.ts"
import { kindOf } from "./failures.ts"

/** A connection that is made when it is needed, and made again after it broke. Its users wait for each other. */
export interface DatabaseLink {
  /**
   * Runs `work` with the connection for itself. It tries once, and rejects with what `work` or the connecting threw.
   * A transaction that `work` leaves open is rolled back.
   */
  use<T>(work: (connection: DatabaseConnection) => Promise<T>): Promise<T>
  /** As `use`, and tries again after passing failures until the time is up. `work` may be run several times. */
  insist<T>(work: (connection: DatabaseConnection) => Promise<T>, patienceMs: number): Promise<T>
  readonly isOpen: boolean
  close(): Promise<void>
}

export function createLink(options: ConnectionOptions): DatabaseLink {
  let connection: DatabaseConnection | undefined
  let queue: Promise<unknown> = Promise.resolve()
  const closing = new AbortController()
  const isClosed = () => closing.signal.aborted

  async function open(): Promise<DatabaseConnection> {
    if (isClosed()) throw new ConnectionLost("it is closed")
    if (connection && !connection.isBroken) return connection
    const made = await connect(options)
    if (isClosed()) {
      await made.close()
      throw new ConnectionLost("it is closed")
    }
    return (connection = made)
  }

  async function attempt<T>(work: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    const opened = await open()
    try {
      return await work(opened)
    } catch (error) {
      // The connection would refuse everything else until then.
      if (!opened.isBroken) await opened.query("rollback").catch(() => opened.destroy())
      throw error
    }
  }

  const link: DatabaseLink = {
    use(work) {
      const done = queue.then(() => attempt(work))
      queue = done.catch(() => undefined)
      return done
    },
    async insist(work, patienceMs) {
      const deadline = performance.now() + patienceMs
      for (let waitMs = 50; ; waitMs = Math.min(waitMs * 2, 500)) {
        try {
          return await link.use(work)
        } catch (error) {
          if (isClosed() || kindOf(error) !== "transient" || performance.now() + waitMs > deadline)
            throw error
        }
        await pause(waitMs, undefined, { signal: closing.signal }).catch(() => undefined) // closed
      }
    },
    get isOpen() {
      return connection !== undefined && !connection.isBroken
    },
    async close() {
      closing.abort()
      const waited = new AbortController()
      // What is under way ends by itself, or with its socket.
      const late = pause(closeMs, undefined, { signal: waited.signal }).catch(() => undefined)
      await Promise.race([queue, late])
      waited.abort()
      await connection?.close()
    },
  }
  return link
}

// --- internal ---

const closeMs = 2_000
