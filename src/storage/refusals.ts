import { UpnextError, fail } from "../errors.ts"
import { errno, isFull } from "./durable-file.ts"

/** Where something is wrong: the line counts from 1 (0: not counted), the offset in bytes from 0. */
export interface Spot {
  readonly file: string
  readonly line: number
  readonly offset: number
}

/** Refuses damaged data by naming the spot. Whoever calls it has changed nothing. */
export function damaged(spot: Spot, what: string): never {
  const line = spot.line > 0 ? `line ${spot.line}, ` : ""
  fail("storage_damaged", { detail: `${spot.file}: ${line}byte ${spot.offset}: ${what}`, more: { ...spot } })
}

/** The refusal that a failed system call amounts to; anything else is passed on. */
export function asRefusal(cause: unknown, path: string): unknown {
  const code = errno(cause)
  if (cause instanceof UpnextError || code === "") return cause
  if (isFull(cause))
    return new UpnextError("storage_full", { detail: `There is no room on the disk of ${path}.`, cause })
  const reason = reasons[code]
  if (reason) return new UpnextError("home_not_writable", { detail: `${path} ${reason}.`, cause })
  const said = cause instanceof Error ? cause.message : code
  return new UpnextError("storage_failed", { detail: `${path} cannot be used: ${said}.`, cause })
}

// --- internal ---

const reasons: Record<string, string> = {
  EACCES: "may not be read or written by this user",
  EPERM: "may not be changed by this user",
  EROFS: "is on a read-only file system",
  EEXIST: "is a file where a directory should be",
  ENOTDIR: "is a file where a directory should be, or lies below one",
  EISDIR: "is a directory where a file should be",
  ELOOP: "is a circle of links",
  ENAMETOOLONG: "is too long a path",
}
