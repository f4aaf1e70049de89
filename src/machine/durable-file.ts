import { dirname } from "node:path"
import { errno } from "./file-errors.ts"
import { machineFiles } from "./files.ts"

/** Makes the names in a directory (new, renamed, gone) survive a power cut. */
export async function syncDirectory(directory: string, files = machineFiles): Promise<void> {
  const handle = await files.open(directory, "r")
  try {
    await handle.sync().catch((error: unknown) => {
      if (!["EINVAL", "ENOTSUP", "EOPNOTSUPP"].includes(errno(error))) throw error
    })
  } finally {
    await handle.close()
  }
}

/** Writes a new file (0600) and syncs it. Its name is not durable before its directory is synced. */
export async function writeSynced(path: string, bytes: Uint8Array, files = machineFiles): Promise<void> {
  const handle = await files.open(path, "w", 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Puts a finished file in its place, durably: readers find the old one or the new one, whole. */
export async function putInPlace(temporary: string, path: string, files = machineFiles): Promise<void> {
  await files.rename(temporary, path)
  await syncDirectory(dirname(path), files)
}
