import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs"
import { dirname, join } from "node:path"
import { fail } from "../errors.ts"
import { asRefusal, errno } from "../machine/file-errors.ts"
import { makeDirectory } from "../machine/make-directory.ts"

/** The file that a server in the background writes its log to. The files before it have a number added. */
export function serverLogPath(home: string): string {
  return join(home, "logs", "server.log")
}

/** The files of a log, the newest first. */
export function serverLogFiles(path: string): string[] {
  return [path, ...Array.from({ length: keptFiles }, (_, i) => `${path}.${i + 1}`)].filter((each) =>
    existsSync(each),
  )
}

export interface OpenLog {
  readonly path: string
  /** A descriptor that appends, for the standard error of a server. */
  readonly fd: number
  /** The bytes that were there before. */
  readonly size: number
  close(): void
}

/** Opens the log of a home for appending, readable by its owner only. @throws home_not_writable */
export async function openServerLog(home: string): Promise<OpenLog> {
  const path = serverLogPath(home)
  await makeDirectory(dirname(path))
  try {
    // No link is followed: what the server says would go where the link leads.
    const fd = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600)
    const found = fstatSync(fd)
    if (found.isFile()) return { path, fd, size: found.size, close: () => closeSync(fd) }
    closeSync(fd)
  } catch (error) {
    if (!["ELOOP", "ENXIO"].includes(errno(error))) throw asRefusal(error, path)
  }
  return fail("home_not_writable", {
    detail: `${path} is not a regular file, so the server does not log there.`,
    hint: "Move it out of the way; the next start creates a new log.",
  })
}

/** Whether a descriptor of this process is the log of a home, as `start --detach` and a launchd agent arrange it. */
export function isServerLog(fd: number, home: string): boolean {
  try {
    const [open, named] = [fstatSync(fd), statSync(serverLogPath(home))]
    return open.ino === named.ino && open.dev === named.dev
  } catch {
    return false
  }
}

export interface LogLimits {
  /** From this size on, the file is copied and begun anew. */
  readonly maxBytes: number
}

/**
 * Appends to a log through a descriptor that stays open, and keeps it bounded: five files of 1 MiB. A full file is copied
 * and then emptied, not renamed: the descriptor is also the standard error of the process, and what Node writes there in
 * a crash has to land in the file that is read.
 */
export function createLogWriter(
  path: string,
  fd: number,
  { maxBytes }: LogLimits = { maxBytes: 1024 * 1024 },
): (text: string) => void {
  rotateIfFull()
  return (text) => {
    try {
      writeSync(fd, text)
    } catch {
      return // A server goes on without its log.
    }
    rotateIfFull()
  }

  function rotateIfFull(): void {
    if (fstatSync(fd).size < maxBytes) return
    try {
      for (let n = keptFiles - 1; n > 0; n -= 1)
        if (existsSync(`${path}.${n}`)) renameSync(`${path}.${n}`, `${path}.${n + 1}`)
      rmSync(`${path}.1`, { force: true })
      copyFileSync(path, `${path}.1`, constants.COPYFILE_EXCL)
      ftruncateSync(fd)
    } catch {
      // Without room for a copy the file grows on, until there is room for neither.
    }
  }
}

// --- internal ---

const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = constants

/** Beside the one that is written to. */
const keptFiles = 4
