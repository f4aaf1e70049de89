import { UpnextError } from "../../errors.ts"
import { createHeapCheck } from "../../machine/heap.ts"
import type { Commit, Log, ReadCommands } from "../log.ts"
import type { DatabaseAddress } from "./address.ts"
import type { DatabaseClock } from "./clock.ts"
import type { DatabaseConnection } from "./connection.ts"
import { asOutage, kindOf } from "./failures.ts"
import { pageAfter, type HeadReader } from "./head.ts"
import { createCommitHistory } from "./history.ts"
import type { DatabaseLink } from "./link.ts"
import type { PostgresTimes } from "./options.ts"
import type { ReadPlace } from "./place.ts"
import type { Position } from "./rows.ts"
import type { Snapshots } from "./snapshots.ts"
import { createPendingCommit } from "./writer.ts"

export interface PostgresLogOptions {
  readonly board: number
  readonly name: string
  readonly at: DatabaseAddress
  readonly place: ReadPlace
  readonly clock: DatabaseClock
  readonly reader: HeadReader
  /** Commits and catches up; everything else goes over `side`. */
  readonly link: DatabaseLink
  readonly side: DatabaseLink
  readonly snapshots: Snapshots
  readonly readCommands: ReadCommands
  readonly times: PostgresTimes
  /** A commit of ours is durable. */
  onAppended(seq: number): void
  /** Whether the last attempt to reach the database failed. */
  onReach(isReachable: boolean): void
}

export interface PostgresLog extends Omit<Log, "watch" | "peers" | "wall"> {
  /**
   * Reads the head. Resolves to true if others have appended, if the log was replaced by an older one, or if commits
   * that were refused are possible again. Rejects when the database cannot be reached.
   */
  look(): Promise<boolean>
}

/** The log as a table of PostgreSQL, which several servers append to. */
export function createPostgresLog(options: PostgresLogOptions): PostgresLog {
  const { board, name, at, place, clock, reader, link, side, snapshots, readCommands, times } = options
  const checkHeap = createHeapCheck(
    (needed, allowed) => `The board ${name} needs at least ${needed} of memory, and Node allows ${allowed}.`,
  )
  const history = createCommitHistory({
    board,
    name,
    link: side,
    readCommands,
    times,
    end: () => place.handed.seq,
  })
  /** What refuses commits until something is done about it. */
  let trouble: UpnextError | undefined
  let outage: UpnextError | undefined
  let isClosed = false
  let isBusy = false
  let isRestored = false
  let verifiedUntil: Position | undefined

  function checkUsable(): void {
    if (isClosed) throw new UpnextError("unavailable", { detail: "The log is closed." })
    if (trouble) throw trouble
    if (!isRestored) throw new Error("The log is restored to its end before it is used")
  }

  /** Turns a failure into a refusal. */
  function refuse(cause: unknown, said: string): unknown {
    if (kindOf(cause) === "transient") options.onReach(false)
    return asOutage(cause, at, said)
  }

  /** As `refuse`, for a failure after which the board in memory cannot follow the one in the database. */
  function refuseToFollow(cause: unknown, said: string): unknown {
    const error = refuse(cause, said)
    if (error instanceof UpnextError && lasting.has(error.code)) trouble = error
    return error
  }

  function noteReached(): void {
    outage = undefined
    options.onReach(true)
  }

  async function* replay(): AsyncGenerator<Commit> {
    for (;;) {
      const query = pageAfter(board, place.read.seq)
      const [rows = []] = await side.insist((connection) => connection.query(query, pageMs), times.patienceMs)
      if (rows.length === 0) break
      checkHeap()
      place.take(rows)
      yield* place.handOver()
    }
    isRestored = true
  }

  return {
    async restore() {
      try {
        const found = await snapshots.load(checkHeap)
        place.reset(found?.position)
        verifiedUntil ??= found?.position
        trouble = undefined
        return { snapshot: found?.snapshot, commits: refusing(replay()) }
      } catch (error) {
        throw refuse(error, "The board could not be read.")
      }
    },

    async commit(decide) {
      checkUsable()
      if (isBusy) throw new Error("One commit at a time")
      if (outage) throw outage
      isBusy = true
      const pending = createPendingCommit(decide, {
        board,
        at,
        place,
        reader,
        now: clock.now,
        renewMs: times.renewMs / 2,
      })
      try {
        const outcome = await link.insist(pending.attempt, times.patienceMs)
        noteReached()
        if (outcome === "written") options.onAppended(place.handed.seq)
      } catch (error) {
        const refusal = refuseToFollow(error, pending.isUnknown ? unknown : "Nothing was written.")
        if (kindOf(error) === "transient" && refusal instanceof UpnextError) outage = refusal
        throw refusal
      } finally {
        isBusy = false
      }
    },

    async catchUp() {
      checkUsable()
      try {
        await link.insist(reader.pull, times.connectMs)
        noteReached()
      } catch (error) {
        throw refuseToFollow(error, "What others have written is not known.")
      }
      return place.handOver()
    },

    read: (after) => refusing(history.read(after)),
    async find(seq) {
      try {
        return await history.find(seq)
      } catch (error) {
        throw refuse(error, notRead)
      }
    },

    async verifyHistory(signal) {
      if (verifiedUntil) await history.verify(verifiedUntil, signal)
    },

    hasRoom: () =>
      link.use(tryRoom).then(
        () => true,
        () => false,
      ),
    wantsCheckpoint: () => snapshots.isDue(),
    async checkpoint(snapshot, rest) {
      try {
        await snapshots.keep(snapshot, rest)
      } catch (error) {
        throw asOutage(error, at, "The snapshot could not be kept.")
      }
    },

    close() {
      isClosed = true
      return Promise.resolve()
    },

    async look() {
      const { read } = place
      try {
        // A database that answers questions may still take no commits, so the connection for commits is tried then.
        const head = await (outage ? link : side).use(reader.look)
        // A commit may have given up meanwhile.
        const wasDown = outage !== undefined
        noteReached()
        return wasDown || head.seq !== read.seq || head.crc !== read.crc
      } catch (error) {
        throw refuse(error, notRead)
      }
    },
  }

  async function* refusing(commits: AsyncIterable<Commit>): AsyncGenerator<Commit> {
    try {
      yield* commits
    } catch (error) {
      throw refuse(error, notRead)
    }
  }
}

// --- internal ---

const pageMs = 30_000

/** Writes and takes back what fits into no free place of a table, so that its file has to grow. */
async function tryRoom(connection: DatabaseConnection): Promise<void> {
  await connection.query(`begin; insert into upnext.snapshots select 0, 0, 0, '', n, false, decode(string_agg(md5(
      random()::text), ''), 'hex') from generate_series(1, 64) as n, generate_series(1, 512) group by n; rollback`)
}
const unknown = "Whether this was written is not known yet."
const notRead = "The history could not be read."

/** Codes after which the board in memory is not the one in the database, or cannot follow it. */
const lasting: ReadonlySet<string> = new Set(["storage_diverged", "storage_damaged", "storage_newer_format"])
