import { lstat, mkdtemp, readdir, rm } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { asRefusal } from "../machine/file-errors.ts"
import { makeDirectory } from "../machine/make-directory.ts"
import { acquireLock, type Lock } from "../storage/lock/lock.ts"
import { version } from "../version.ts"
import { configFile, journalFolder } from "./manifest.ts"

/** A directory next to a home's final location, in which the home is created. */
export interface Restoring {
  readonly path: string
  /** The process that created the directory is alive as long as it holds this lock. */
  readonly lock: Lock
}

/**
 * Creates a directory. First removes directories for the same home whose creators were killed, because they contain
 * the whole board.
 */
export async function makeRestoring(home: string): Promise<Restoring> {
  await removeLeft(home)
  try {
    const path = await mkdtemp(begin(home))
    await makeDirectory(join(path, journalFolder))
    return { path, lock: await lockIn(path) }
  } catch (error) {
    throw asRefusal(error, dirname(home), { part: "restore" })
  }
}

// --- internal ---

const begin = (home: string): string => `${home}.restoring-`

function lockIn(path: string): Promise<Lock> {
  const holder = { pid: process.pid, version, startedAt: new Date().toISOString() }
  return acquireLock({ directory: join(path, "data"), holder })
}

/** What cannot be read or removed stays. */
async function removeLeft(home: string): Promise<void> {
  const names = await readdir(dirname(home)).catch(() => [])
  for (const name of names) {
    const suffix = name.slice(basename(begin(home)).length)
    if (!name.startsWith(basename(begin(home))) || !/^[a-z\d]{6}$/i.test(suffix)) continue
    const path = join(dirname(home), name)
    if (!(await isLeft(path))) continue
    await makeDirectory(join(path, "data")).catch(() => undefined)
    const lock = await lockIn(path).catch(() => undefined)
    if (lock === undefined) continue
    await rm(path, { recursive: true, force: true }).catch(() => undefined)
    await lock.close()
  }
}

/**
 * Whether the directory contains only the parts of a home and its lock. A directory without a lock may have been
 * created just now.
 */
async function isLeft(path: string): Promise<boolean> {
  const [stats, locked] = await Promise.all([path, join(path, "data", "lock")].map(findStats))
  if (!stats?.isDirectory() || (!locked && Date.now() - stats.mtimeMs < newMs)) return false
  const names = await readdir(path).catch(() => [""])
  return names.every((name) => ["data", configFile].includes(name))
}

const newMs = 60_000

const findStats = (path: string) => lstat(path).catch(() => undefined)
