import { createHash, randomBytes } from "node:crypto"
import { join } from "node:path"
import type { FilePlace, Files } from "../../machine/files.ts"
import { pieceBytes, type Spooled } from "./driver.ts"

/** The suffix of the names of files that are still being written. */
export const unfinished = ".part"

/** Writes bytes to a new file in a directory as they arrive. If that fails, the file is removed. */
export async function spool(
  { path: directory, files }: FilePlace,
  bytes: AsyncIterable<Uint8Array>,
): Promise<Spooled> {
  const path = join(directory, `${randomBytes(16).toString("hex")}${unfinished}`)
  const hash = createHash("sha256")
  let size = 0
  const handle = await files.open(path, "w", 0o600)
  try {
    for await (const piece of bytes) {
      hash.update(piece)
      size += piece.length
      await handle.writeFile(piece)
    }
  } catch (error) {
    await handle.close()
    await files.rm(path, { force: true })
    throw error
  }
  await handle.close()
  return { path, size, sha256: hash.digest("hex"), read: () => readPieces(path, files) }
}

/** The bytes of a file, in pieces of `pieceBytes`. */
export async function* readPieces(path: string, files: Files): AsyncGenerator<Buffer, void> {
  const handle = await files.open(path, "r")
  try {
    for (;;) {
      const piece = Buffer.allocUnsafe(pieceBytes)
      let length = 0
      while (length < pieceBytes) {
        const { bytesRead } = await handle.read(piece, length, pieceBytes - length)
        if (bytesRead === 0) break
        length += bytesRead
      }
      if (length > 0) yield piece.subarray(0, length)
      if (length < pieceBytes) return
    }
  } finally {
    await handle.close()
  }
}
