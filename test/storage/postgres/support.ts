import { onTestFinished } from "vitest"
import { readCommands } from "../../../src/domain/board/upcast.ts"
import type { Log } from "../../../src/storage/log.ts"
import { openPostgres } from "../../../src/storage/postgres/open.ts"
import type { PostgresOptions, PostgresTimes } from "../../../src/storage/postgres/options.ts"
import type { Storage } from "../../../src/storage/storage.ts"
import { restoreAll } from "../fixture.ts"

const holder = { pid: process.pid, version: "1.0.0", startedAt: "2026-01-01T00:00:00.000Z" }

/** Times at which a test need not wait for seconds. */
export const quick: Partial<PostgresTimes> = {
  pollMs: 100,
  provenPollMs: 60_000,
  proveMs: 500,
  renewMs: 500,
}

let boards = 0

/** A board of its own for a test, in a database that tests share. */
export const newBoard = (): string => `board-${++boards}`

/** Opens a board; it is closed when the test ends. */
export async function open(
  options: Pick<PostgresOptions, "database" | "board"> & Partial<PostgresOptions>,
): Promise<Storage> {
  const storage = await openPostgres({ holder, warn: unexpected, readCommands, ...options })
  onTestFinished(() => storage.close())
  return storage
}

/** Opens a board and restores its log to the end. */
export async function openRestored(
  options: Pick<PostgresOptions, "database" | "board"> & Partial<PostgresOptions>,
): Promise<Storage & { log: Log }> {
  const storage = await open(options)
  await restoreAll(storage.log)
  return storage
}

function unexpected(message: string): never {
  throw new Error(message)
}
