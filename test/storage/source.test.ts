import { expect, test } from "vitest"
import { readCommands } from "../../src/domain/board/upcast.ts"
import type { Log } from "../../src/storage/log.ts"
import { openSource } from "../../src/storage/source.ts"
import type { LogReader, LogSource } from "../../src/storage/storage.ts"
import { useDatabase } from "../support/postgres.ts"
import { newBoard, openRestored } from "./postgres/support.ts"
import { appendMany, collect, commitOf, snapshotAt, storedAt, temporaryDirectory } from "./support.ts"
import { openJournal } from "../../src/storage/journal/journal.ts"
import { restoreAll } from "./fixture.ts"

const database = useDatabase()

interface Opened {
  readonly log: Log
  readonly source: LogSource
}

async function openInDirectory(): Promise<Opened> {
  const directory = await temporaryDirectory()
  const log = await openJournal({ directory, readCommands, warn: () => undefined, segmentSize: 500 })
  await restoreAll(log)
  return { log, source: { kind: "journal", directory } }
}

/** Another thread reads the log beside the server that goes on writing it. */
test.each([
  ["a journal", openInDirectory],
  ["a database", () => openRestored({ database: database.url, board: newBoard() })],
] as const)("%s can be read from beside the server that writes it", async (_, open) => {
  const { log, source } = await open()
  const reader: LogReader = await openSource(structuredClone(source), readCommands)
  await appendMany(log, 1, 5)
  await log.commit(() => commitOf(6, "six", "seven", "eight"))
  expect((await collect(reader.read(0, 4))).map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
  await log.checkpoint(snapshotAt(8))
  await appendMany(log, 9, 4)

  expect(await collect(reader.read(2, 12))).toEqual(await collect(log.read(2)))
  // A moment inside of a commit: the commit comes whole, and nothing after it.
  expect((await collect(reader.read(5, 7))).map(({ seq }) => seq)).toEqual([6])
  expect((await collect(reader.read(7, 8))).map(({ seq }) => seq)).toEqual([6])
  expect(await collect(reader.read(12, 12))).toEqual([])
  expect(await reader.find(7)).toEqual(await log.find(7))

  expect(await reader.snapshot(3, 10)).toEqual(storedAt(8))
  for (const [after, most] of [
    [8, 12],
    [0, 7],
  ] as const)
    expect(await reader.snapshot(after, most)).toBeUndefined()
  await reader.close()
  await log.close()
})
