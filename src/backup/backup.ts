import { createHash, randomBytes } from "node:crypto"
import { mkdtemp, readdir, rename, rm, stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fail } from "../errors.ts"
import { syncDirectory } from "../machine/durable-file.ts"
import { asRefusal, errno } from "../machine/file-errors.ts"
import { makeDirectory } from "../machine/make-directory.ts"
import type { AttachmentDriver } from "../storage/attachments/driver.ts"
import { readDatabase, readHome, type BackedUpBoard, type Contents } from "./contents.ts"
import {
  attachmentsFolder,
  configFile,
  journalFolder,
  keyFile,
  manifestName,
  toManifest,
  type BackupFile,
} from "./manifest.ts"
import { checkFree, placeNew } from "./place-archive.ts"
import { stamp } from "./timed-files.ts"
import { verifyArchive } from "./verify-archive.ts"
import { writeArchive, type Packed } from "./write-archive.ts"

export interface BackupOptions {
  readonly config: BackedUpBoard
  /**
   * An absolute path. A path that ends in `.tar.gz` or `.tgz` is the archive; any other path is a directory in
   * which the archive is created.
   */
  readonly to: string
  /** Whether an archive may replace a file. */
  readonly force: boolean
  readonly withKey: boolean
  /** For a timed backup: the time, the name under which it is written, and its final name. */
  readonly timed?: {
    readonly at: Date
    readonly draft: string
    name(at: Date, seq: number): string
  }
}

export interface BackedUp {
  readonly path: string
  /** The last event in it. */
  readonly seq: number
  readonly commits: number
  readonly bytes: number
  /** Of the archive, in hex. */
  readonly sha256: string
  /** As ISO 8601. */
  readonly at: string
}

/**
 * Makes a backup of a board, even while servers run on it. The archive is written under a temporary name next to
 * its final location, synced, and read back with every line of its journal verified. Only then does the archive get
 * its final name, so a partial backup is never visible.
 * @throws board_missing, board_exists, board_moved, storage_damaged, storage_full, and the errors of connecting to
 * a database
 */
export async function backUp({ config, to, force, withKey, timed }: BackupOptions): Promise<BackedUp> {
  const isDirectory = !/\.(tar\.gz|tgz)$/.test(to) || (await isDirectoryAt(to))
  const directory = isDirectory ? to : dirname(to)
  if (!isDirectory && !force) await checkFree(to)
  if (timed)
    for (const made of await makeDirectory(directory)) await syncDirectory(dirname(made)).catch(() => {})
  else await requireDirectory(directory)
  await removeLeft(directory)
  const draft = join(directory, timed?.draft ?? `upnext-${randomBytes(6).toString("hex")}.new`)
  const { database } = config
  const staging = database === undefined ? undefined : await mkdtemp(`${draft}-`).catch(refuseAt(directory))
  // What was acknowledged before this is in it.
  const at = timed?.at ?? new Date()
  try {
    const contents =
      database === undefined || staging === undefined
        ? await readHome(config)
        : await readDatabase({ ...config, database }, staging)
    const { seq, commits } = contents.journal
    const path = isDirectory ? join(directory, (timed?.name ?? nameFor)(at, seq)) : to
    await write(draft, withKey ? contents : { ...contents, key: undefined }, at).catch(refuseAt(directory))
    const { sha256, bytes } = await verifyArchive(draft)
    await (force ? rename(draft, path).catch(refuseAt(path)) : placeNew(draft, path))
    await syncDirectory(directory)
    return { path, seq, commits, bytes, sha256, at: at.toISOString() }
  } finally {
    await rm(draft, { force: true })
    if (staging !== undefined) await rm(staging, { recursive: true, force: true })
  }
}

// --- internal ---

/** A missing directory is more often an unmounted disk or a typo than a directory to be created. */
async function requireDirectory(path: string): Promise<void> {
  const found = await stat(path).catch((error: unknown) =>
    errno(error) === "ENOENT" ? undefined : refuseAt(path)(error),
  )
  if (found?.isDirectory()) return
  fail("invalid_input", {
    detail: found ? `${path} is not a directory.` : `There is no directory ${path}.`,
    hint: found
      ? "Give a directory, or a file whose name ends in .tar.gz."
      : "Create the directory first, or mount it.",
  })
}

/**
 * Removes the remains of killed backups, which contain secrets, unless another process could still be working on
 * them. Other users' files stay.
 */
async function removeLeft(directory: string): Promise<void> {
  const names = await readdir(directory).catch(refuseAt(directory))
  for (const name of names.filter((each) => /^upnext-([\w-]{16}-)?[\da-f]{12}\.new(-\w+)?$/.test(each))) {
    const path = join(directory, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }))
    if (Date.now() - mtimeMs > dayMs) await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }
}

const dayMs = 24 * 3600_000

/** `upnext-2026-11-23T200501Z-1234.tar.gz`: by name is by time. */
function nameFor(at: Date, seq: number): string {
  return `upnext-${stamp(at)}-${seq}.tar.gz`
}

async function write(
  path: string,
  { journal, files: attached, key, config }: Contents,
  at: Date,
): Promise<void> {
  const files: Packed[] = [
    ...(config === undefined ? [] : [inMemory(configFile, config)]),
    ...(key === undefined ? [] : [inMemory(keyFile, key)]),
    ...journal.segments.map(({ name, size, read }) => ({ path: `${journalFolder}/${name}`, size, read })),
    ...(await packFiles(attached)),
  ]
  const described: BackupFile[] = []
  for (const file of files) described.push({ path: file.path, size: file.size, sha256: await digestOf(file) })
  const { board = null, seq, commits } = journal
  const manifest = toManifest({ at: at.toISOString(), board, seq, commits, files: described })
  await writeArchive(path, [inMemory(manifestName, manifest), ...files], at)
}

/**
 * The attached files. A file whose bytes do not match its digest is left out, and a restored board reports it as
 * damaged.
 */
async function packFiles(driver: AttachmentDriver): Promise<Packed[]> {
  const packed: Packed[] = []
  for (const key of await driver.getKeys()) {
    const file = {
      path: `${attachmentsFolder}/${key}`,
      read: async function* () {
        yield* (await driver.getItemRaw(key)) ?? []
      },
    }
    let size = 0
    for await (const piece of file.read()) size += piece.length
    if ((await digestOf(file)) === key) packed.push({ ...file, size })
  }
  return packed
}

function inMemory(path: string, content: string | Buffer): Packed {
  const bytes = Buffer.from(content)
  return {
    path,
    size: bytes.length,
    async *read() {
      yield await Promise.resolve(bytes)
    },
  }
}

async function digestOf({ read }: Pick<Packed, "read">): Promise<string> {
  const digest = createHash("sha256")
  for await (const chunk of read()) digest.update(chunk)
  return digest.digest("hex")
}

async function isDirectoryAt(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

const refuseAt =
  (path: string) =>
  (error: unknown): never => {
    throw asRefusal(error, path, { part: "backup" })
  }
