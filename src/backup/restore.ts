import { randomBytes } from "node:crypto"
import { createWriteStream } from "node:fs"
import { rename, rm, stat, statfs } from "node:fs/promises"
import { dirname, join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { fail, UpnextError } from "../errors.ts"
import { syncDirectory, writeSynced } from "../machine/durable-file.ts"
import { asRefusal, errno, noneIfMissing } from "../machine/file-errors.ts"
import { makeDirectory } from "../machine/make-directory.ts"
import { checkFree } from "../storage/journal/import.ts"
import { attachmentsFolder, journalFolder, keyFile, type BackupFile, type Manifest } from "./manifest.ts"
import { failNoFile, readArchive } from "./read-archive.ts"
import { makeRestoring } from "./restoring.ts"
import { appendRestored, prepareConfig, verifyJournal } from "./restored-home.ts"

export interface RestoreOptions {
  /** The archive. */
  readonly file: string
  /** Absolute path of a home that is empty or does not exist. */
  readonly home: string
  readonly keepTokens: boolean
}

export interface RestoredBackup {
  /** The board's last event in the backup. */
  readonly seq: number
  readonly commits: number
  /** When the backup was made, as ISO 8601. */
  readonly at: string
  /** The new id of the board. */
  readonly board: string
  /** The settings that open a server to others. They are left out of the new home. */
  readonly leftOut: readonly string[]
}

/**
 * Creates a home from a backup of unknown origin. Everything is unpacked into a new directory next to the home and
 * verified there, down to each event; only then does the directory become the home. A refusal leaves nothing
 * behind. The board continues as a different board with a new id and a new key, so earlier signatures are no longer
 * valid.
 * @throws board_exists, storage_damaged, storage_newer_format, storage_full
 */
export async function restoreBackup({ file, home, keepTokens }: RestoreOptions): Promise<RestoredBackup> {
  // A wrong name is told before what the directory holds.
  if (!(await stat(file).catch(noneIfMissing(file)))) failNoFile(file)
  await checkFree(home, "restore")
  const parent = dirname(home)
  for (const made of await makeDirectory(parent)) await syncDirectory(dirname(made)).catch(() => {})
  const { path: made, lock } = await makeRestoring(home)
  try {
    const { manifest } = await readArchive(file, {
      begin: (found) => checkRoom(made, found),
      take: (each, bytes) => unpack(made, each, bytes),
    })
    const leftOut = await prepareConfig({ file, made, keepTokens }).catch(refuseAt(made))
    const verified = await verifyJournal(file, made, manifest)
    const board = await appendRestored({ ...verified, manifest, keepTokens }).catch(refuseAt(made))
    await writeSynced(join(made, keyFile), randomBytes(32)).catch(refuseAt(made))
    const hasFiles = manifest.files.some((each) => each.path.startsWith(attachmentsFolder))
    for (const directory of [journalFolder, ...(hasFiles ? [attachmentsFolder] : []), "data", "."])
      await syncDirectory(join(made, directory))
    await checkFree(home, "restore")
    await rename(made, home).catch((error: unknown) => refuseMount(error, home))
    await syncDirectory(parent)
    return { seq: manifest.seq, commits: manifest.commits, at: manifest.at, board, leftOut }
  } catch (error) {
    await rm(made, { recursive: true, force: true })
    throw error
  } finally {
    await lock.close()
  }
}

// --- internal ---

async function checkRoom(made: string, { files }: Manifest): Promise<void> {
  const needed = files.reduce((sum, { size }) => sum + size, 0)
  const { bavail, bsize } = await statfs(made)
  if (needed > bavail * bsize)
    fail("storage_full", {
      detail: `The backup unpacks to ${needed} bytes, but the disk that holds ${dirname(made)} has less free space.`,
    })
}

/** Each path is one of a fixed set: see `manifest.ts`. */
async function unpack(made: string, { path }: BackupFile, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const to = join(made, path)
  try {
    if (path.startsWith(attachmentsFolder)) await makeDirectory(dirname(to))
    await pipeline(Readable.from(bytes), createWriteStream(to, { flags: "wx", mode: 0o600, flush: true }))
  } catch (error) {
    throw error instanceof UpnextError ? error : asDiskError(error, to)
  }
}

/** A disk error is reported as a refusal. Any other error comes from the archive and is handled there. */
function asDiskError(error: unknown, path: string): unknown {
  return error instanceof Error && "syscall" in error ? asRefusal(error, path) : error
}

/** An empty directory is replaced. The root of a file system, such as a volume, cannot be replaced. */
function refuseMount(cause: unknown, home: string): never {
  if (!["EBUSY", "EXDEV"].includes(errno(cause))) throw asRefusal(cause, home)
  fail("home_not_writable", {
    detail: `${home} is the root of a file system, so a data directory cannot replace it. Choose a directory inside it.`,
    facts: { path: home, obstacle: "parent" },
    cause,
  })
}

const refuseAt =
  (path: string) =>
  (error: unknown): never => {
    throw asRefusal(error, path)
  }
