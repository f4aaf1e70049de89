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

/**
 * `holder` is undefined when the server listens but does not answer; `noted` is the note that the server left in
 * that case.
 */
export type RunningServer = FoundServer

/** The server that is running on a home; if there are several, the first one of `findAllRunning`. undefined if none runs. */
export async function findRunning(home: string): Promise<RunningServer | undefined> {
  return (await ofJournal(home)) ?? (await readAnnounced(home))[0]
}

/** First the server that holds the lock of the home's journal, then the servers on a database, the oldest first. */
export async function findAllRunning(home: string): Promise<RunningServer[]> {
  const journal = await ofJournal(home)
  return [...(journal ? [journal] : []), ...(await readAnnounced(home))]
}

/** A server that is missing: it does not answer, or it was killed and no other server has been started since. */
export interface MissingServer {
  readonly server: Holder
  readonly isSilent: boolean
}

/** The missing server of this home; undefined if there is none. */
export async function findMissing(home: string): Promise<MissingServer | undefined> {
  const running = await findRunning(home)
  if (running?.holder) return undefined
  const server = running ? running.noted : (readKilled(dataIn(home)) ?? readKilledAnnounced(home))
  return server && { server, isSilent: running !== undefined }
}

/** The last server of this home that was stopped. Call this only if no server is running or missing. */
export function findStopped(home: string): Holder | undefined {
  try {
    return readStopped({ data: dataIn(home), home })
  } catch {
    return undefined
  }
}

/**
 * The server of this home whose board is in a database: a running server, or, if nothing else shows what is in use
 * now, the last one that was killed.
 */
export async function findServerOnDatabase(home: string): Promise<Holder | undefined> {
  const running = await findRunning(home)
  const isJournalHere = existsSync(join(dataIn(home), "journal"))
  const server = running?.holder ?? running?.noted ?? (isJournalHere ? undefined : readKilledAnnounced(home))
  return server?.database === undefined ? undefined : server
}

/** The id of a home, which its server also reports; undefined if no server has run on the home. */
export function homeIdOf(home: string): string | undefined {
  return readHomeId(dataIn(home))
}

// --- internal ---

// `dataDirectory` from storage is not used, because its module would load everything that reads and writes a log.
const dataIn = (home: string): string => join(home, "data")

function ofJournal(home: string): Promise<RunningServer | undefined> {
  return readLock(dataIn(home))
}
