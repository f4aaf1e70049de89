import { randomUUID } from "node:crypto"
import { mkdir, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isAbandoned, processMark } from "./process-mark.ts"

export type TemporaryDirectory = Awaited<ReturnType<typeof makeTemporary>>

/** Makes a directory that only its user reads. The first one of a process removes those of processes that were killed. */
export async function makeTemporary() {
  await (sweeping ??= removeAbandoned())
  const path = join(tmpdir(), `${begin}${randomUUID()}${processMark}`)
  await mkdir(path, { mode: 0o700 })
  return { path, remove: (): Promise<void> => rm(path, { recursive: true, force: true }) }
}

// --- internal ---

const begin = "upnext-"

let sweeping: Promise<void> | undefined

/** Those of another user stay, since they cannot be removed. */
async function removeAbandoned(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => [])
  for (const name of names)
    if (name.startsWith(begin) && isAbandoned(name))
      await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => undefined)
}
