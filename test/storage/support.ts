import { readCommands } from "../../src/domain/board/upcast.ts"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import type { Snapshot } from "../../src/domain/board/snapshot.ts"
import { UpnextError } from "../../src/errors.ts"
import { openJournal, type JournalOptions } from "../../src/storage/journal/journal.ts"
import type { Commit, Log } from "../../src/storage/log.ts"
import { restoreAll } from "./fixture.ts"

export * from "./fixture.ts"

/** A new directory that is removed with everything in it when the test ends. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "upnext-storage-"))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

/** Opens a journal, restores it, hands it to `use` and closes it; gives the warnings and what was restored. */
export async function withJournal<T>(
  options: Omit<JournalOptions, "warn" | "readCommands">,
  use: (
    log: Log,
    restored: { snapshot: Snapshot | undefined; commits: Commit[]; warnings: string[] },
  ) => Promise<T> | T,
): Promise<T> {
  const warnings: string[] = []
  const log = await openJournal({ readCommands, ...options, warn: (message) => warnings.push(message) })
  try {
    return await use(log, { ...(await restoreAll(log)), warnings })
  } finally {
    await log.close()
  }
}

/** The refusal that a promise ends in. */
export async function refusal(promise: Promise<unknown>): Promise<UpnextError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof UpnextError) return error
  throw new Error(`Expected a refusal, got ${String(error)}`, { cause: error })
}
