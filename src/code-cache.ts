import { closeSync, existsSync, fstatSync, mkdirSync, openSync, readdirSync } from "node:fs"
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** Where the compiled code of one script is kept for one command. */
export interface CachePlace {
  readonly directory: string
  readonly file: string
}

/**
 * The place for what a command compiles of a script, or undefined where the user has no cache. Each build and each Node
 * has a directory of its own: V8 itself compares nothing of the source but its length. The time is that of the last
 * change to the file: npm gives all files of all packages the same time of modification.
 * @param stamp the path of a file that is written anew with each build and installation
 * @param name of the command; what it does not run is not compiled
 */
export function findPlace(stamp: string, name: string, version: string): CachePlace | undefined {
  const { XDG_CACHE_HOME, HOME, LOCALAPPDATA, NODE_DISABLE_COMPILE_CACHE } = process.env
  const own = HOME && existsSync(HOME) ? join(HOME, ".cache") : LOCALAPPDATA
  const cache = XDG_CACHE_HOME?.startsWith("/") ? XDG_CACHE_HOME : own
  if (!cache || NODE_DISABLE_COMPILE_CACHE) return undefined
  const { size, ctimeMs } = statSync(stamp)
  const build = [version, process.version, process.arch, size, Math.round(ctimeMs)].join("-")
  const directory = join(cache, "upnext", "code", build)
  return { directory, file: join(directory, name) }
}

/** What was kept. A file that somebody else owns or may write is not trusted: it would run as code. */
export function readCode({ file }: CachePlace): Buffer | undefined {
  let opened: number | undefined
  try {
    opened = openSync(file, "r")
    const { uid, mode } = fstatSync(opened)
    const isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0)
    return isOwn ? readFileSync(opened) : undefined
  } catch {
    return undefined
  } finally {
    if (opened !== undefined) closeSync(opened)
  }
}

/** Keeps compiled code, and removes that of old builds. A cache that cannot be written is no failure. */
export function keepCode({ directory, file }: CachePlace, code: Buffer): void {
  try {
    if (mkdirSync(directory, { recursive: true, mode: 0o700 }) !== undefined) removeOld(join(directory, ".."))
    const temporary = `${file}.${process.pid}`
    writeFileSync(temporary, code, { mode: 0o600 })
    renameSync(temporary, file)
  } catch {
    // The next command compiles again.
  }
}

// --- internal ---

const keptBuilds = 4

function removeOld(parent: string): void {
  const builds = readdirSync(parent).map((name) => {
    const path = join(parent, name)
    return { path, at: statSync(path).mtimeMs }
  })
  for (const { path } of builds.sort((a, b) => b.at - a.at).slice(keptBuilds))
    rmSync(path, { recursive: true, force: true })
}
