import type { Board } from "../domain/board/board.ts"
import { takeSnapshot, type Snapshot } from "../domain/board/snapshot.ts"

/** Snapshots of moments, spread over the log, so that any moment is near one. */
export type KeptSnapshots = ReturnType<typeof createKept>

export interface KeptOptions {
  /** How many are kept at most. */
  readonly most: number
  /** The least number of events between two of them. */
  readonly gap: number
}

/** Taking a snapshot copies references only, and records that did not change belong to several snapshots. */
export function createKept({ most, gap }: KeptOptions) {
  /** In order. */
  let kept: Snapshot[] = []

  const seqAt = (i: number): number => kept[i]?.counters.seq ?? (i < 0 ? 0 : Infinity)

  function put(snapshot: Snapshot): void {
    const { seq } = snapshot.counters
    const place = kept.findLastIndex(({ counters }) => counters.seq <= seq) + 1
    kept.splice(place, 0, snapshot)
    if (kept.length > most) kept.splice(leastNeeded(), 1)
  }

  /** The one without which the gap would be the smallest. */
  function leastNeeded(): number {
    const gapWithout = (i: number) => seqAt(i + 1) - seqAt(i - 1)
    return kept.reduce((least, _, i) => (gapWithout(i) < gapWithout(least) ? i : least), 0)
  }

  return {
    get size() {
      return kept.length
    },
    /** The latest one of a moment not after `seq`. */
    before: (seq: number): Snapshot | undefined => kept.findLast(({ counters }) => counters.seq <= seq),
    put,
    /** Keeps a snapshot of the board, unless one near it is kept. `last`: the last event of the log. */
    offer(board: Board, last: number): void {
      const { seq } = board.counters
      const wanted = Math.max(gap, last / most)
      const next = kept.findIndex(({ counters }) => counters.seq > seq)
      const before = seqAt(next < 0 ? kept.length - 1 : next - 1)
      if (seq - before >= wanted && (next < 0 || seqAt(next) - seq >= wanted)) put(takeSnapshot(board))
    },
    /** Lets go of every second one. @returns false if none was left */
    thin(): boolean {
      kept = kept.filter((_, i) => i % 2 === 1)
      return kept.length > 0
    },
  }
}
