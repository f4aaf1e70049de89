import { createBoard, type Board } from "../domain/board/board.ts"
import { loadBoard } from "../domain/board/snapshot.ts"
import { evolve } from "../domain/evolve/evolve.ts"
import type { BoardMoment } from "../domain/wire/time-schemas.ts"
import { iso, plainTime } from "../domain/wire/time.ts"
import { pointAt } from "../engine/log-points.ts"
import { fail } from "../errors.ts"
import { machineRuntime, sliceOf, type Runtime } from "../machine/runtime.ts"
import type { Commit } from "../storage/log.ts"
import type { LogReader } from "../storage/storage.ts"
import { createKept, type KeptSnapshots } from "./kept.ts"

export interface TimelineOptions {
  readonly reader: LogReader
  /** Refuses with `memory_too_small` where there is no room for more. */
  checkRoom(): void
  /** How many snapshots are kept at most. */
  readonly most?: number
  /** The least number of events between two snapshots. */
  readonly gap?: number
  /** With more events than this to fold, a snapshot of the storage is looked for. */
  readonly far?: number
  /** Default: that of the machine. */
  readonly runtime?: Runtime
}

/** The board at any moment of the log: one at a time, from the nearest snapshot on. */
export interface Timeline {
  readonly kept: Pick<KeptSnapshots, "size">
  /**
   * The board at a moment, whose time it is then on the board. `last` is the last durable event. Undefined as soon as
   * `isWanted` says false; what was folded by then is not lost.
   */
  boardAt(moment: BoardMoment, last: number, isWanted: () => boolean): Promise<Board | undefined>
}

export function createTimeline(options: TimelineOptions): Timeline {
  const { reader, checkRoom, most = 32, gap = 1000, far = 10_000, runtime = machineRuntime } = options
  const kept = createKept({ most, gap })
  /** Between two questions only. */
  let current: Board | undefined

  /** Drops what is kept where the memory is needed for the board itself. */
  function makeRoom(): void {
    for (;;) {
      try {
        return checkRoom()
      } catch (error) {
        if (kept.size === 0) throw error
        kept.thin()
      }
    }
  }

  /** The board of the latest moment before `seq` that is at hand. */
  async function begin(seq: number): Promise<Board> {
    const from = current && current.counters.seq <= seq ? current : undefined
    current = undefined
    const near = kept.before(seq)
    const at = Math.max(from?.counters.seq ?? 0, near?.counters.seq ?? 0)
    const stored = seq - at > far ? await reader.snapshot(at, seq) : undefined
    if (stored) kept.put(stored)
    if (stored) return loadBoard(stored)
    if (from && (!near || near.counters.seq - from.counters.seq < gap)) return from
    return near ? loadBoard(near) : createBoard()
  }

  return {
    kept,
    async boardAt(moment, last, isWanted) {
      const seq = "seq" in moment ? moment.seq : await seqAt(reader, moment.time, last)
      const board = await begin(seq)
      let hasTime = sliceOf(sliceMs, runtime)
      for await (const commit of reader.read(board.counters.seq, seq)) {
        foldUpTo(board, commit, seq)
        kept.offer(board, last)
        if (hasTime()) continue
        makeRoom()
        await runtime.turn()
        if (!isWanted()) {
          current = board
          return undefined
        }
        hasTime = sliceOf(sliceMs, runtime)
      }
      if (board.counters.seq !== seq)
        fail("internal", `The log ends at ${board.counters.seq}, before ${seq}.`)
      board.advance("time" in moment ? moment.time : board.counters.at)
      return (current = board)
    },
  }
}

// --- internal ---

/** How long is folded at a time, before new questions are taken in. */
const sliceMs = 10

function foldUpTo(board: Board, { seq: first, commands }: Commit, last: number): void {
  let seq = first
  for (const { at, actor, via, events } of commands) {
    for (const event of events) {
      // The board may stand inside this commit, and so may the moment.
      if (seq > board.counters.seq && seq <= last) evolve(board, event, { seq, at, actor, via })
      seq += 1
    }
  }
}

/** The last event that happened at a time or before it. Time never runs backwards in the log. */
async function seqAt(reader: LogReader, time: number, last: number): Promise<number> {
  const { at: begun } = await pointAt(reader, 1)
  if (time < begun)
    fail("moment_not_found", {
      detail: `The log begins at ${plainTime(begun)}.`,
      facts: { first: iso(begun) },
    })
  let low = 1
  let high = last
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const { at } = await pointAt(reader, middle)
    if (at <= time) low = middle
    else high = middle - 1
  }
  return low
}
