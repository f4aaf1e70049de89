import type { FilePlace } from "../../machine/files.ts"
import type { AttachmentDriver } from "./driver.ts"
import { makeReady } from "./home-driver.ts"
import { spool } from "./spool.ts"

/** Where files are copied to. */
export interface FilesTarget {
  readonly driver: AttachmentDriver
  /** Where each is written before it is kept. */
  readonly spool: FilePlace
}

/**
 * Copies all files of a board, one after the other. A file whose bytes do not match its digest is not copied,
 * because no client would be given it anyway.
 * @returns the keys of the files that were not copied
 */
export async function copyFiles(
  from: AttachmentDriver,
  open: () => Promise<FilesTarget>,
): Promise<readonly string[]> {
  const keys = await from.getKeys()
  const damaged: string[] = []
  // A board without files leaves no trace of any.
  if (keys.length === 0) return damaged
  const { driver, spool: place } = await open()
  await makeReady(place)
  for (const key of keys) {
    const pieces = await from.getItemRaw(key)
    if (pieces === null) continue
    const spooled = await spool(place, pieces)
    if (spooled.sha256 === key) await driver.setItemRaw(key, spooled)
    else damaged.push(key)
    await place.files.rm(spooled.path, { force: true })
  }
  return damaged
}
