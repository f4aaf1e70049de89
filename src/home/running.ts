import { existsSync } from "node:fs"
import { join } from "node:path"
import { readHomeId } from "../storage/home-id.ts"
import {
  readAnnounced,
  readKilled,
  readKilledAnnounced,
  readLock,
  readStopped,
  type FoundServer,
} from "../storage/lock/find.ts"
import type { Holder } from "../storage/lock/holder.ts"

/** `holder` is undefined when the server listens but does not answer; `noted` is what it has left in writing then. */
export type RunningServer = FoundServer

/** The server that runs on a home, of several the first one of `findAllRunning`; undefined if none runs. */
export async function findRunning(home: string): Promise<RunningServer | undefined> {
  return (await ofJournal(home)) ?? (await readAnnounced(home))[0]
}

/** The server of the journal in a home, which holds its lock, then those on a database, the oldest first. */
export async function findAllRunning(home: string): Promise<RunningServer[]> {
  const journal = await ofJournal(home)
  return [...(journal ? [journal] : []), ...(await readAnnounced(home))]
}

/** A server that misses: it does not answer, or it was killed and no other has started since. */
export interface MissingServer {
  readonly server: Holder
  readonly isSilent: boolean
}

/** The server of this home that misses; undefined where none does. */
export async function findMissing(home: string): Promise<MissingServer | undefined> {
  const running = await findRunning(home)
  if (running?.holder) return undefined
  const server = running ? running.noted : (readKilled(dataIn(home)) ?? readKilledAnnounced(home))
  return server && { server, isSilent: running !== undefined }
}

/** The last server of this home, where it was stopped. Call it if none runs or misses. */
export function findStopped(home: string): Holder | undefined {
  try {
    return readStopped({ data: dataIn(home), home })
  } catch {
    return undefined
  }
}

/**
 * The server of this home whose board is in a database: the one that runs or, where nothing else shows what is used now,
 * the last one that was killed.
 */
export async function findServerOnDatabase(home: string): Promise<Holder | undefined> {
  const running = await findRunning(home)
  const isJournalHere = existsSync(join(dataIn(home), "journal"))
  const server = running?.holder ?? running?.noted ?? (isJournalHere ? undefined : readKilledAnnounced(home))
  return server?.database === undefined ? undefined : server
}

/** The id of a home, which its server tells too; undefined if no server has run on it. */
export function homeIdOf(home: string): string | undefined {
  return readHomeId(dataIn(home))
}

// --- internal ---

// Not `dataDirectory` from storage: its module would load everything that reads and writes a log.
const dataIn = (home: string): string => join(home, "data")

function ofJournal(home: string): Promise<RunningServer | undefined> {
  return readLock(dataIn(home))
}
