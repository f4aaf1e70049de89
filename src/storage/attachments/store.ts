import { createHash } from "node:crypto"
import { fail } from "../../errors.ts"
import { asRefusal, errno } from "../../machine/file-errors.ts"
import type { FilePlace } from "../../machine/files.ts"
import type { AttachmentDriver } from "./driver.ts"
import { makeReady } from "./home-driver.ts"
import { spool } from "./spool.ts"
import { createTurns, type Taker } from "./turns.ts"

/** What names the bytes of a file. */
export interface StoredFile {
  /** In hex. */
  readonly sha256: string
  readonly size: number
}

/** The bytes of all files of a board. The files' names and tasks are stored in the board. */
export interface AttachmentStore {
  /**
   * Stores bytes, and resolves when they are durable. Only a few files are accepted at a time, and fewer from one
   * owner. `begin` is called when it is the file's turn, and its source is not read before that. Rejects with the
   * error of the source, `storage_full`, `storage_failed`, `storage_unreachable`, or the signal's reason.
   */
  receive(begin: () => AsyncIterable<Uint8Array>, from?: Taker): Promise<StoredFile>
  /**
   * The bytes of a file. They are compared with the digest before the first byte is returned. Rejects with
   * `attachment_damaged`.
   */
  open(file: StoredFile): Promise<AsyncIterable<Buffer>>
  /** Removes what nothing names, once it is a day old. */
  sweep(named: ReadonlySet<string>): Promise<void>
  close(): Promise<void>
}

export interface AttachmentStoreOptions {
  readonly driver: AttachmentDriver
  /** Where bytes are written as they arrive, until all of them are there. */
  spoolIn(): Promise<FilePlace>
  /** In ms, from any moment on. */
  readonly monotonic: () => number
  /** The most that are received at a time. */
  readonly most?: number
}

export function createAttachmentStore(options: AttachmentStoreOptions): AttachmentStore {
  const { driver, spoolIn, monotonic, most = 8 } = options
  const turns = createTurns(most)
  /** When this server stored each file. An event may be about to name the file, whatever the disk's clock says. */
  const fresh = new Map<string, number>()
  let place: Promise<FilePlace> | undefined

  function spoolPlace(): Promise<FilePlace> {
    place ??= (async () => {
      const found = await spoolIn()
      await makeReady(found)
      return found
    })()
    return place.catch((error: unknown) => {
      place = undefined
      throw error
    })
  }

  async function keep(bytes: AsyncIterable<Uint8Array>): Promise<StoredFile> {
    const into = await spoolPlace()
    try {
      const spooled = await spool(into, bytes)
      const { sha256, size, path } = spooled
      fresh.set(sha256, monotonic())
      try {
        await driver.setItemRaw(sha256, spooled)
      } finally {
        await into.files.rm(path, { force: true })
      }
      return { sha256, size }
    } catch (error) {
      // Somebody has removed the directory: the next one makes it anew.
      if (errno(error) === "ENOENT") place = undefined
      throw asRefusal(error, into.path)
    }
  }

  return {
    async receive(begin, from = {}) {
      const leave = await turns.take(from)
      try {
        return await keep(begin())
      } finally {
        leave()
      }
    },
    open: (file) => openVerified(driver, file),
    async sweep(named) {
      for (const [sha256, at] of fresh) if (monotonic() - at > freshMs) fresh.delete(sha256)
      for (const key of await driver.getKeys())
        if (!named.has(key) && !fresh.has(key)) await driver.removeItem(key, { olderThanMs: dayMs })
    },
    close: () => driver.dispose(),
  }
}

/**
 * The bytes of a file in pieces. They are read twice: first all bytes are compared with the digest; when a piece is
 * returned, it is compared with what it was the first time. So memory holds only one piece, and other bytes are
 * never returned.
 * @throws attachment_damaged
 */
export async function openVerified(
  driver: AttachmentDriver,
  file: StoredFile,
): Promise<AsyncIterable<Buffer>> {
  const whole = createHash("sha256")
  const digests: string[] = []
  let size = 0
  for await (const piece of await piecesOf(driver, file)) {
    whole.update(piece)
    digests.push(digestOf(piece))
    size += piece.length
  }
  if (size !== file.size || whole.digest("hex") !== file.sha256) failDamaged("different bytes now")
  return compared(await piecesOf(driver, file), digests)
}

// --- internal ---

const dayMs = 24 * 3_600_000
/** A fact names what was kept within seconds. */
const freshMs = 3_600_000

async function piecesOf(driver: AttachmentDriver, { sha256 }: StoredFile): Promise<AsyncIterable<Buffer>> {
  return (await driver.getItemRaw(sha256)) ?? failDamaged("no bytes left")
}

async function* compared(
  pieces: AsyncIterable<Buffer>,
  digests: readonly string[],
): AsyncGenerator<Buffer, void> {
  let i = 0
  for await (const piece of pieces) {
    if (digestOf(piece) !== digests[i]) failDamaged("different bytes now")
    i += 1
    yield piece
  }
  if (i < digests.length) failDamaged("fewer bytes now")
}

function digestOf(piece: Buffer): string {
  return createHash("sha256").update(piece).digest("base64")
}

function failDamaged(has: string): never {
  fail("attachment_damaged", `The file has ${has}, so it is not sent.`)
}
