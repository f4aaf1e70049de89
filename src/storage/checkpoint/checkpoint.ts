import { Low, type Adapter } from "lowdb"
import { join } from "node:path"
import { machineFiles, type Files } from "../../machine/files.ts"
import { machineRuntime, type Runtime } from "../../machine/runtime.ts"
import type { Rest } from "../log.ts"
import type { Checkpoint } from "./format.ts"
import { readCheckpoint } from "./reader.ts"
import { writeCheckpoint } from "./writer.ts"

export interface CheckpointStoreOptions {
  checkHeap?(expected?: number): void
  /** Default: that of the machine. */
  readonly runtime?: Runtime
  /** Default: those of the machine. */
  readonly files?: Files
}

/**
 * `board.json`: valid JSON, one record per line, with a checksum at its end. It is a cache of the journal. It is
 * written through lowdb, with our own adapter instead of `JSONFile`. `docs/decisions/checkpoint.md` explains why,
 * and why `db.data` contains a board only while the board is being read or written.
 */
export function createCheckpointStore(
  directory: string,
  { checkHeap, runtime = machineRuntime, files = machineFiles }: CheckpointStoreOptions = {},
) {
  const path = join(directory, "board.json")
  const place = { path, files }
  let size = 0
  /** Data of the checkpoint that is being written, because lowdb passes only the board to its adapter. */
  let resting: Rest | undefined
  const adapter: Adapter<Checkpoint | null> = {
    async read() {
      const found = await readCheckpoint(place, checkHeap)
      size = found?.size ?? 0
      return found?.checkpoint ?? null
    },
    async write(checkpoint) {
      if (checkpoint) size = await writeCheckpoint(place, checkpoint, { runtime, rest: resting })
    },
  }
  const db = new Low(adapter, null)

  function release(): void {
    db.data = null
  }

  return {
    path,
    /** undefined if there is none. Rejects with `NotACheckpoint` if the file is damaged. */
    async read() {
      await db.read()
      const { data } = db
      release()
      return data ?? undefined
    },
    async write(checkpoint: Checkpoint, rest?: Rest) {
      db.data = checkpoint
      resting = rest
      await db.write().finally(release)
    },
    /** Size in bytes of the checkpoint that was last read or written; 0 before that. */
    size: () => size,
  }
}
