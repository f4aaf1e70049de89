import { Low } from "lowdb"
import { join } from "node:path"
import type { Snapshot } from "../../domain/board/snapshot.ts"
import { readCheckpoint } from "./reader.ts"
import { writeCheckpoint } from "./writer.ts"
import type { Mark } from "../journal/segments.ts"

/** What a checkpoint says of the journal that it was made from. */
export interface CheckpointPosition {
  /** Everything up to here is in the snapshot. */
  readonly mark: Mark
  /** The ends of the segments before. */
  readonly closed: readonly Mark[]
}

export interface Checkpoint {
  readonly position: CheckpointPosition
  readonly snapshot: Snapshot
}

export interface CheckpointStore {
  readonly path: string
  /** undefined if there is none. Throws `NotACheckpoint` if the file is damaged. */
  read(): Promise<Checkpoint | undefined>
  write(checkpoint: Checkpoint): Promise<void>
  /** Size in bytes of what was read or written last; 0 before. */
  size(): number
}

/**
 * `board.json`: valid JSON, one record a line, with a checksum at its end. It is a cache of the journal.
 *
 * lowdb carries it, with an adapter of our own in place of its JSONFile: that one never syncs, holds up the event
 * loop for 0.5 s at 100k tasks, and cannot write 1M.
 */
export function createCheckpointStore(directory: string): CheckpointStore {
  const path = join(directory, "board.json")
  let size = 0
  const db = new Low<Checkpoint | null>(
    {
      async read() {
        const found = await readCheckpoint(path)
        size = found?.size ?? 0
        return found?.checkpoint ?? null
      },
      async write(checkpoint) {
        if (checkpoint) size = await writeCheckpoint(path, checkpoint)
      },
    },
    null,
  )
  /** lowdb would hold on to the records of an old board as long as it lives. */
  function forget(): void {
    db.data = null
  }
  return {
    path,
    async read() {
      await db.read()
      const { data } = db
      forget()
      return data ?? undefined
    },
    async write(checkpoint) {
      db.data = checkpoint
      await db.write().finally(forget)
    },
    size: () => size,
  }
}
