import { setTimeout as pause } from "node:timers/promises"
import { connect, ConnectionLost, type DatabaseConnection, type ConnectionOptions } from "./connection.ts"
import { kindOf } from "./failures.ts"

/** A connection that is made when it is needed, and made again after it broke. Its users take turns. */
export type DatabaseLink = ReturnType<typeof createLink>

export function createLink(options: ConnectionOptions) {
  let connection: DatabaseConnection | undefined
  let queue: Promise<unknown> = Promise.resolve()
  const closing = new AbortController()
  const isClosed = () => closing.signal.aborted

  async function open(connectMs: number): Promise<DatabaseConnection> {
    if (isClosed()) throw new ConnectionLost("it is closed")
    if (connection && !connection.isBroken) return connection
    const made = await connect({ ...options, connectMs: Math.min(connectMs, options.connectMs) })
    if (isClosed()) {
      await made.close()
      throw new ConnectionLost("it is closed")
    }
    return (connection = made)
  }

  async function attempt<T>(work: Work<T>, connectMs: number): Promise<T> {
    const opened = await open(connectMs)
    try {
      return await work(opened)
    } catch (error) {
      // The connection would refuse everything else until then.
      if (!opened.isBroken) await opened.query("rollback").catch(() => opened.destroy())
      throw error
    }
  }

  function use<T>(work: Work<T>, connectMs = options.connectMs): Promise<T> {
    const done = queue.then(() => attempt(work, connectMs))
    queue = done.catch(() => undefined)
    return done
  }

  return {
    /**
     * Runs `work` with exclusive use of the connection. Tries once, and rejects with the error of `work` or of
     * connecting. A transaction that `work` leaves open is rolled back.
     */
    use: <T>(work: Work<T>): Promise<T> => use(work),
    /** Like `use`, but retries after temporary failures until the time is up. `work` may run several times. */
    async insist<T>(work: Work<T>, patienceMs: number): Promise<T> {
      const deadline = performance.now() + patienceMs
      const leftMs = () => deadline - performance.now()
      // A statement that is running when the time is up must not be answered later, because its answer would be lost.
      const timer = setTimeout(() => connection?.destroy(), patienceMs)
      try {
        for (let waitMs = 50; ; waitMs = Math.min(waitMs * 2, 500)) {
          try {
            return await use(work, Math.max(leftMs(), leastMs))
          } catch (error) {
            if (isClosed() || kindOf(error) !== "transient" || leftMs() < waitMs) throw error
          }
          await pause(waitMs, undefined, { signal: closing.signal }).catch(() => undefined) // closed
        }
      } finally {
        clearTimeout(timer)
      }
    },
    async close(): Promise<void> {
      closing.abort()
      const waited = new AbortController()
      // What is under way ends by itself, or with its socket.
      const late = pause(closeMs, undefined, { signal: waited.signal }).catch(() => undefined)
      await Promise.race([queue, late])
      waited.abort()
      await connection?.close()
    },
  }
}

// --- internal ---

type Work<T> = (connection: DatabaseConnection) => Promise<T>

const closeMs = 2_000
/** Enough for a connection to a database that is near. */
const leastMs = 100
