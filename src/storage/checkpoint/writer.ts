import { crc32 } from "node:zlib"
import { machineRuntime, type Runtime } from "../../machine/runtime.ts"
import { putInPlace } from "../../machine/durable-file.ts"
import type { FilePlace } from "../../machine/files.ts"
import type { Rest } from "../log.ts"
import { checkpointFormat, checkpointVersion, tableNames, type Checkpoint } from "./format.ts"
import { toPlain } from "../../domain/board/tasks/task-record.ts"

/**
 * Writes a checkpoint next to the old one, syncs it and renames it over the old one. Resolves to its size in bytes.
 * Requests are answered meanwhile, because every slice is followed by a rest.
 */
export async function writeCheckpoint(
  { path, files }: FilePlace,
  checkpoint: Checkpoint,
  pace: CheckpointPace = {},
): Promise<number> {
  const temporary = `${path}.new`
  const handle = await files.open(temporary, "w", 0o600)
  let size = 0
  try {
    for await (const bytes of encodeCheckpoint(checkpoint, pace)) {
      size += bytes.length
      await handle.writeFile(bytes)
    }
    await handle.sync()
  } catch (error) {
    await handle.close()
    await files.rm(temporary, { force: true })
    throw error
  }
  await handle.close()
  await putInPlace(temporary, path, files)
  return size
}

/** How a checkpoint is written beside other work. */
export interface CheckpointPace {
  /** Default: that of the machine. */
  readonly runtime?: Runtime | undefined
  /** Default: a turn of the event loop after each slice. */
  readonly rest?: Rest | undefined
}

/** The bytes of a checkpoint, in slices, with a rest after each. */
export async function* encodeCheckpoint(
  checkpoint: Checkpoint,
  { runtime = machineRuntime, rest = () => runtime.turn() }: CheckpointPace = {},
): AsyncGenerator<Buffer> {
  const { monotonic } = runtime
  let text = ""
  let crc = 0
  let count = 0
  let begun = monotonic()

  function takeSlice(): Buffer {
    const bytes = Buffer.from(text)
    crc = crc32(bytes, crc)
    text = ""
    return bytes
  }

  for (const line of lines(checkpoint)) {
    text += line
    count += 1
    if (text.length > sliceLength || (count % 8 === 0 && monotonic() - begun > sliceMs)) {
      const bytes = takeSlice()
      const tookMs = monotonic() - begun
      yield bytes
      await rest(tookMs)
      begun = monotonic()
    }
  }
  yield takeSlice()
  yield Buffer.from(`"crc":"${crc.toString(16).padStart(8, "0")}"}\n`)
}

// --- internal ---

/** How long JSON text is produced at a time before waiting requests are served. */
const sliceMs = 1

/** The maximum number of characters in a slice, because encoding them to bytes takes time too. */
const sliceLength = 512 * 1024

function* lines({ position, snapshot }: Checkpoint): Generator<string> {
  const head = { format: checkpointFormat, version: checkpointVersion, position, counters: snapshot.counters }
  yield `${JSON.stringify(head).slice(0, -1)},\n`
  for (const name of tableNames) {
    yield `"${name}":[\n`
    yield* name === "tasks"
      ? rowLines(snapshot.tables.tasks, toPlain)
      : rowLines<unknown>(snapshot.tables[name])
    yield "],\n"
  }
}

function* rowLines<T>(
  records: Iterable<T>,
  toRow: (record: T) => unknown = (record) => record,
): Generator<string> {
  let end = ""
  for (const record of records) {
    yield end + JSON.stringify(toRow(record))
    end = ",\n"
  }
  if (end !== "") yield "\n"
}
