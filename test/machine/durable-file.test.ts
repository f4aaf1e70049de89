import { mkdtemp } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { syncDirectory } from "../../src/machine/durable-file.ts"
import { machineFiles, type Files } from "../../src/machine/files.ts"

/** A file system on which a sync fails with this code. */
const failing = (code: string): Files => ({
  ...machineFiles,
  async open(path, flags) {
    const file = await machineFiles.open(path, flags)
    return {
      ...{ stat: () => file.stat(), read: file.read.bind(file), write: file.write.bind(file) },
      ...{ writeFile: file.writeFile.bind(file), truncate: file.truncate.bind(file) },
      sync: () => Promise.reject(Object.assign(new Error(code), { code })),
      close: () => file.close(),
    }
  },
})

test("a file system that cannot sync a directory is taken as it is, and one that fails is not", async () => {
  const directory = await mkdtemp(join(tmpdir(), "upnext-sync-"))
  for (const code of ["EINVAL", "ENOTSUP"]) await syncDirectory(directory, failing(code))
  await expect(syncDirectory(directory, failing("EIO"))).rejects.toMatchObject({ code: "EIO" })
})
