import { UpnextError } from "../../errors.ts"
import { createBoardCheck } from "../../machine/heap.ts"
import type { Commit, Log, ReadCommands } from "../log.ts"
import type { BoardLinks } from "./board-links.ts"
import type { Committer } from "./committer.ts"
import type { DatabaseConnection } from "./connection.ts"
import { asOutage } from "./failures.ts"
import { pageAfter, pageMs } from "./head.ts"
import { createCommitHistory, notRead } from "./history.ts"
import type { PostgresTimes } from "./options.ts"
import type { ReadPlace } from "./place.ts"
import type { Reach } from "./reach.ts"
import type { Position } from "./rows.ts"
import type { Snapshots } from "./snapshots.ts"

export interface PostgresLogOptions {
  readonly links: BoardLinks
  readonly place: ReadPlace
  readonly committer: Committer
  readonly snapshots: Snapshots
  readonly reach: Reach
  readonly readCommands: ReadCommands
  readonly times: PostgresTimes
}

export type PostgresLog = Omit<Log, "watch" | "peers" | "wall">

/** The log as a PostgreSQL table to which several servers append. */
export function createPostgresLog(options: PostgresLogOptions): PostgresLog {
  const { links, place, committer, snapshots, reach, readCommands, times } = options
  const { at, link, side } = links
  const { board, name } = links.row
  const checkHeap = createBoardCheck(name)
  const end = () => place.handed.seq
  const history = createCommitHistory({ board, name, link: side, readCommands, times, end })
  /** What refuses commits until the log is restored anew. */
  let trouble: UpnextError | undefined
  let isClosed = false
  let isRestored = false
  let verifiedUntil: Position | undefined

  /** Runs what follows the log in the database. */
  async function follow<T>(work: () => Promise<T>): Promise<T> {
    if (isClosed) throw new UpnextError("unavailable", { detail: "The log is closed." })
    if (trouble) throw trouble
    if (!isRestored) throw new Error("The log must be restored completely before it is used")
    try {
      return await work()
    } catch (error) {
      if (error instanceof UpnextError && lasting.has(error.code)) trouble = error
      throw error
    }
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
        return { snapshot: found?.snapshot, commits: refusing(replay(), reach) }
      } catch (error) {
        throw reach.refusal(error, "The board could not be read.")
      }
    },
    commit: (decide) => follow(() => committer.commit(decide)),
    catchUp: () => follow(committer.catchUp),
    read: (after) => refusing(history.read(after), reach),
    find: (seq) =>
      history.find(seq).catch((error: unknown) => {
        throw reach.refusal(error, notRead)
      }),
    async verifyHistory(signal) {
      if (verifiedUntil) await history.verify(verifiedUntil, signal)
    },
    hasRoom: () =>
      link.use(tryRoom).then(
        () => true,
        () => false,
      ),
    wantsCheckpoint: snapshots.isDue,
    checkpoint: (snapshot, rest) =>
      snapshots.keep(snapshot, rest).catch((error: unknown) => {
        throw asOutage(error, at, "The snapshot could not be stored.")
      }),
    close() {
      isClosed = true
      return Promise.resolve()
    },
  }
}

// --- internal ---

/** Codes after which the board in memory differs from the board in the database, or cannot follow it. */
const lasting: ReadonlySet<string> = new Set(["storage_diverged", "storage_damaged", "storage_newer_format"])

/** Writes and removes more data than the free space of a table can hold, so that the table's file has to grow. */
async function tryRoom(connection: DatabaseConnection): Promise<void> {
  await connection.query(`begin; insert into upnext.snapshots select 0, 0, 0, '', n, false, decode(string_agg(md5(
      random()::text), ''), 'hex') from generate_series(1, 64) as n, generate_series(1, 512) group by n; rollback`)
}

async function* refusing(commits: AsyncIterable<Commit>, reach: Reach): AsyncGenerator<Commit> {
  try {
    yield* commits
  } catch (error) {
    throw reach.refusal(error, notRead)
  }
}
