import { statSync, type Stats } from "node:fs"
import { dirname } from "node:path"
import { UpnextError, type Facts } from "../errors.ts"

/** The code of a failed system call (`ENOSPC`), or "" for any other thrown value. */
export function errno(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : ""
}

/** For `catch`: a file that is missing is undefined. Anything else is thrown, as a refusal where the path is given. */
export function noneIfMissing(path?: string) {
  return (error: unknown): undefined => {
    if (errno(error) !== "ENOENT") throw path === undefined ? error : asRefusal(error, path)
  }
}

/** Whether a system call succeeds. */
export function succeeds(call: Promise<unknown>): Promise<boolean> {
  return call.then(
    () => true,
    () => false,
  )
}

/** There is no room, in the three ways a system says so: disk, quota, the process's own limit on file size. */
export function isFull(error: unknown): boolean {
  return ["ENOSPC", "EDQUOT", "EFBIG"].includes(errno(error))
}

/** No file descriptor is left, to the process or to the system; also where that is only the cause. */
export function isOutOfFiles(error: unknown): boolean {
  return ["EMFILE", "ENFILE"].includes(errno(error)) || (error instanceof Error && isOutOfFiles(error.cause))
}

/**
 * Turns a failed system call on `path` into a refusal that a person understands; gives anything else back as it is.
 * @param facts what a hint is made from, where the path is not that of a home
 */
export function asRefusal(cause: unknown, path: string, facts: Facts = {}): unknown {
  const code = errno(cause)
  if (cause instanceof UpnextError || code === "") return cause
  if (isFull(cause))
    return new UpnextError("storage_full", {
      detail: `There is no space left on the disk of ${path}.`,
      cause,
    })
  if (isOutOfFiles(cause))
    return new UpnextError("too_many_files", {
      detail: `${path} cannot be opened at the moment (${code}).`,
      cause,
    })
  const reason = reasons[code]
  const owner = ["EACCES", "EPERM"].includes(code) ? otherOwner(pathOf(cause) ?? path) : undefined
  if (reason && owner) {
    const whose = owner.path === path ? "it" : owner.path
    const detail = `${path} ${reason}: ${whose} belongs to ${owner.name}.`
    return new UpnextError("home_not_writable", {
      detail,
      facts: { ...facts, path: owner.directory, obstacle: "owner" },
      cause,
    })
  }
  if (reason) return new UpnextError("home_not_writable", { detail: `${path} ${reason}.`, facts, cause })
  const message = cause instanceof Error ? cause.message : code
  return new UpnextError("storage_failed", { detail: `${path} cannot be used: ${message}.`, facts, cause })
}

/** A place that belongs to another user. */
export interface OtherOwner {
  readonly path: string
  /** The same, or what it is in. */
  readonly directory: string
  readonly name: string
}

/** The nearest place on the way to a path that can be seen, where it belongs to another user. */
export function otherOwner(path: string): OtherOwner | undefined {
  const stats = attemptStat(path)
  if (!stats) return dirname(path) === path ? undefined : otherOwner(dirname(path))
  if (process.getuid === undefined || stats.uid === process.getuid()) return undefined
  const directory = stats.isDirectory() ? path : dirname(path)
  return { path, directory, name: stats.uid === 0 ? "root" : `user ${stats.uid}` }
}

// --- internal ---

/** What Node says of the system call. */
function pathOf(error: unknown): string | undefined {
  return error instanceof Error && "path" in error && typeof error.path === "string" ? error.path : undefined
}

function attemptStat(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

const reasons: Record<string, string> = {
  EACCES: "may not be read or written by this user",
  EPERM: "may not be changed by this user",
  EROFS: "is on a read-only file system",
  EEXIST: "is a file where a directory should be",
  ENOTDIR: "is a file where a directory should be, or is below such a file",
  EISDIR: "is a directory where a file should be",
  ELOOP: "is a cycle of links",
  ENAMETOOLONG: "is too long a path",
}
