import { createHash } from "node:crypto"
import { mkdtemp } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { FileStore } from "../../src/http/request/file-body.ts"
import { machineFiles, type FilePlace } from "../../src/machine/files.ts"
import { homeDriver } from "../../src/storage/attachments/home-driver.ts"
import { createAttachmentStore } from "../../src/storage/attachments/store.ts"

/** A place of its own for files, in a temporary directory. */
export async function temporaryPlace(): Promise<FilePlace> {
  return { path: await mkdtemp(join(tmpdir(), "upnext-files-")), files: machineFiles }
}

/** The real store of files; its directory is made when the first file comes. */
export function createTestFiles(maxBytes = 1024 * 1024): FileStore {
  let store: Promise<ReturnType<typeof createAttachmentStore>> | undefined
  const open = () =>
    (store ??= temporaryPlace().then((place) =>
      createAttachmentStore({
        driver: homeDriver(place),
        spoolIn: () => Promise.resolve(place),
        monotonic: () => performance.now(),
      }),
    ))
  return {
    maxBytes,
    receive: async (begin, from) => (await open()).receive(begin, from),
    open: async (file) => (await open()).open(file),
  }
}

export function sha256Of(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex")
}

/** What is known of a file with these bytes. */
export function fileOf(name: string, bytes: string, type = "text/plain") {
  return { name, size: Buffer.byteLength(bytes), type, sha256: sha256Of(bytes) }
}
