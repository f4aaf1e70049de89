import { createTarPacker } from "modern-tar"
import { createWriteStream } from "node:fs"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { ReadableStream } from "node:stream/web"
import { createGzip } from "node:zlib"

/** A file on its way into an archive. */
export interface Packed {
  readonly path: string
  readonly size: number
  read(): AsyncIterable<Uint8Array>
}

/** Writes a new archive (mode 0600) and syncs it. Its name becomes durable only when its directory is synced. */
export async function writeArchive(path: string, files: readonly Packed[], mtime: Date): Promise<void> {
  const { readable, controller } = createTarPacker()
  const pack = async () => {
    for (const file of files) {
      const to = controller
        .add({ name: file.path, size: file.size, type: "file", mode: 0o600, mtime })
        .getWriter()
      for await (const chunk of file.read()) await to.write(chunk)
      await to.close()
    }
    controller.finalize()
  }
  const packing = pack().catch((error: unknown) => {
    controller.error(error)
    throw error
  })
  const writing = pipeline(
    Readable.fromWeb(readable as ReadableStream),
    createGzip(),
    createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }),
  )
  // If one side fails, the other fails as a consequence. The disk's error is reported first.
  const [packed, written] = await Promise.allSettled([packing, writing])
  for (const { status, ...outcome } of [written, packed])
    if (status === "rejected") throw (outcome as Omit<PromiseRejectedResult, "status">).reason
}
