import { dirname, join } from "node:path"
import { fail } from "../../errors.ts"
import { asRefusal } from "../../machine/file-errors.ts"
import { machineFiles } from "../../machine/files.ts"
import { attachmentsPlace, homeDriver } from "../attachments/home-driver.ts"
import { readKey } from "../key.ts"
import type { Holder } from "../lock/holder.ts"
import { acquireLock } from "../lock/lock.ts"
import type { Commit, ReadCommands } from "../log.ts"
import type { BoardSource } from "../whole-board.ts"
import { readMoved, writeMoved } from "./moved.ts"
import { beginning, readJournal } from "./recovery.ts"
import { listSegments } from "./segments.ts"

export interface JournalSourceOptions {
  /** The data directory. */
  readonly directory: string
  /** Who holds its lock meanwhile. */
  readonly holder: Holder
  readonly readCommands: ReadCommands
}

/**
 * Takes the lock of a data directory in order to read its whole journal. Rejects with `home_locked` or
 * `board_missing`.
 */
export async function openJournalSource({
  directory,
  holder,
  readCommands,
}: JournalSourceOptions): Promise<BoardSource> {
  const journal = join(directory, "journal")
  const segments = await listSegments({ path: journal, files: machineFiles }).catch((error: unknown) => {
    throw asRefusal(error, journal)
  })
  const key = segments?.length ? await readKey(directory) : undefined
  if (!segments || !key)
    fail("board_missing", { detail: `There is no board in ${directory}.`, facts: { path: directory } })
  const lock = await acquireLock({ directory, holder })

  return {
    place: dirname(directory),
    key,
    settings: undefined,
    movedTo: await readMoved(directory),
    commits: (tell) => readAll(journal, readCommands, tell),
    files: homeDriver(attachmentsPlace(directory)),
    markMoved: (to) => writeMoved(directory, to),
    close: () => lock.close(),
  }
}

/**
 * Every commit of a journal, each line verified. A last line that was cut short was never acknowledged, so it is
 * left out.
 */
export async function* readAll(
  journal: string,
  readCommands: ReadCommands,
  tell: (share: number) => void,
): AsyncGenerator<Commit> {
  const place = { path: journal, files: machineFiles }
  const segments = (await listSegments(place)) ?? []
  const sizes = await Promise.all(
    segments.map(({ path }) => machineFiles.stat(path).then(({ size }) => size)),
  )
  const total = sizes.reduce((sum, size) => sum + size, 0)
  let read = 0
  try {
    const reading = readJournal(place, segments, beginning, readCommands)
    for (let step = await reading.next(); !step.done; step = await reading.next()) {
      // A chunk is a mebibyte, or one line if that line is longer.
      read += 1024 * 1024
      tell(Math.min(1, read / total))
      yield* step.value
    }
  } catch (error) {
    throw asRefusal(error, journal)
  }
}
