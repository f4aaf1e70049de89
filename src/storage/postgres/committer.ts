import { UpnextError } from "../../errors.ts"
import type { Log } from "../log.ts"
import type { BoardLinks } from "./board-links.ts"
import type { DatabaseClock } from "./clock.ts"
import { kindOf } from "./failures.ts"
import type { Head, HeadReader } from "./head.ts"
import { notRead } from "./history.ts"
import type { PostgresTimes } from "./options.ts"
import type { ReadPlace } from "./place.ts"
import type { Reach } from "./reach.ts"
import { createPendingCommit } from "./pending-commit.ts"

/** Appends to the log of a board, one commit at a time, and reads what others have appended. */
export interface Committer extends Pick<Log, "commit" | "catchUp"> {
  /**
   * Reads the head. Resolves to true if others have appended, if the log was replaced by an older one, or if
   * commits that had been refused are possible again. Rejects when the database cannot be reached.
   */
  look(): Promise<boolean>
}

export interface CommitterOptions {
  readonly links: BoardLinks
  readonly place: ReadPlace
  readonly clock: DatabaseClock
  readonly reader: HeadReader
  readonly reach: Reach
  readonly times: PostgresTimes
  /** A commit of ours is durable. */
  onAppended(seq: number): void
}

export function createCommitter(options: CommitterOptions): Committer {
  const { links, place, clock, reader, reach, times } = options
  const { at, link, side } = links
  const { board } = links.row
  const commitOptions = { board, at, place, reader, now: clock.now, renewMs: times.renewMs / 2 }
  /** What refuses commits until the database answers again. */
  let outage: UpnextError | undefined
  let isBusy = false

  function noteAnswer(): void {
    outage = undefined
    reach.noteAnswer()
  }

  /** @throws the outage while the database answers but takes no commits */
  function noteHead({ isReadOnly }: Head): void {
    if (outage && isReadOnly) throw outage
    noteAnswer()
  }

  return {
    async commit(decide) {
      if (isBusy) throw new Error("One commit at a time")
      if (outage) throw outage
      isBusy = true
      const pending = createPendingCommit(decide, commitOptions)
      try {
        const outcome = await link.insist(pending.attempt, times.patienceMs)
        noteAnswer()
        if (outcome === "written") options.onAppended(place.handed.seq)
      } catch (error) {
        const refusal = reach.refusal(error, pending.isUnknown ? unknown : "Nothing was written.")
        if (kindOf(error) === "transient" && refusal instanceof UpnextError) outage = refusal
        throw refusal
      } finally {
        isBusy = false
      }
    },

    async catchUp() {
      try {
        noteHead(await link.insist(reader.pull, times.connectMs))
      } catch (error) {
        throw reach.refusal(error, "It is unknown whether other servers have written to the board.")
      }
      return place.handOver()
    },

    async look() {
      const { read } = place
      try {
        // A database that answers queries may still refuse commits, so the connection for commits is tried in
        // that case.
        const head = await (outage ? link : side).use(reader.look)
        // A commit may have given up meanwhile.
        const wasDown = outage !== undefined
        noteHead(head)
        return wasDown || head.seq !== read.seq || head.crc !== read.crc
      } catch (error) {
        throw reach.refusal(error, notRead)
      }
    },
  }
}

// --- internal ---

const unknown = "It is not known yet whether this was written."
