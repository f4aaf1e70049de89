import { lstat, realpath } from "node:fs/promises"
import { basename, dirname, join, relative, sep } from "node:path"
import { noneIfMissing, succeeds } from "../machine/file-errors.ts"
import { readPlain } from "../machine/plain-file.ts"
import type { SeenFile } from "./draft.ts"

/** A path of the repository as it is on the disk now. */
export interface Place {
  readonly seen: SeenFile
  /** Where it is written: behind all links, and always inside the repository. */
  readonly real: string
  /** The directories that are missing, below the root, the outermost first. */
  readonly missing: readonly string[]
  /** Of a file that is there. */
  readonly mode: number | undefined
  readonly bom: string
}

/** The directory with the `.git` in or above a directory; else the directory itself. Absolute, without links. */
export async function findRoot(cwd: string): Promise<string> {
  const start = await realpath(cwd)
  for (let directory = start; ; directory = dirname(directory)) {
    if (await succeeds(lstat(join(directory, ".git")))) return directory
    if (dirname(directory) === directory) return start
  }
}

/** Reads a path below the root. Nothing outside the repository is opened: a link that leads there is refused. */
export async function readPlace(root: string, path: string): Promise<Place> {
  const parts = path.split("/")
  let real = root
  for (const [i, part] of parts.entries()) {
    const isLast = i === parts.length - 1
    const next = await follow(root, join(real, part))
    if (next.state === "missing") {
      const missing = parts.slice(i, -1).map((_, n) => parts.slice(0, i + n + 1).join("/"))
      return { ...nowhere, seen: { state: "missing" }, real: join(real, ...parts.slice(i)), missing }
    }
    real = next.real
    if (next.state === "refused") return { ...nowhere, seen: { state: "refused", why: next.why }, real }
    if (isLast && next.isFile) return readText(real, next.mode)
    if (isLast || next.isFile || !next.isDirectory)
      return { ...nowhere, seen: { state: "refused", why: whatIsWrong(isLast, parts.slice(0, i + 1)) }, real }
  }
  return { ...nowhere, seen: { state: "refused", why: "it is not a path" }, real }
}

// --- internal ---

const nowhere = { missing: [], mode: undefined, bom: "" } as const
const byteOrderMark = "\uFEFF"

type PathSpot =
  | { readonly state: "missing" }
  | { readonly state: "refused"; readonly why: string; readonly real: string }
  | {
      readonly state: "there"
      readonly real: string
      readonly isFile: boolean
      readonly isDirectory: boolean
      readonly mode: number
    }

/** What is at a path whose directory is inside already. */
async function follow(root: string, path: string): Promise<PathSpot> {
  let stats = await statOf(path)
  if (!stats) return { state: "missing" }
  let real = path
  if (stats.isSymbolicLink()) {
    const target = await realpath(path).catch(() => undefined)
    if (target === undefined) return { state: "refused", why: "it is a broken link", real: path }
    if (!isBelow(root, target))
      return { state: "refused", why: "it is a link out of the repository", real: path }
    real = target
    stats = await statOf(target)
  }
  if (isGit(root, real)) return { state: "refused", why: "it points into .git", real: path }
  if (!stats) return { state: "missing" }
  return {
    state: "there",
    real,
    isFile: stats.isFile(),
    isDirectory: stats.isDirectory(),
    mode: stats.mode & 0o7777,
  }
}

async function statOf(path: string) {
  return lstat(path).catch(noneIfMissing(path))
}

function readBytes(real: string): Buffer | undefined {
  try {
    return readPlain(real).bytes
  } catch {
    return undefined
  }
}

function readText(real: string, mode: number): Place {
  const bytes = readBytes(real)
  const text = bytes && decode(bytes)
  if (text === undefined) {
    const why = bytes ? "it is not UTF-8 text" : "this user may not read it, or it is over 1 MiB"
    return { ...nowhere, seen: { state: "refused", why }, real }
  }
  const bom = text.startsWith(byteOrderMark) ? byteOrderMark : ""
  const eol = /\r?\n/.exec(text)?.[0] ?? "\n"
  const isReadOnly = (mode & 0o222) === 0
  return {
    seen: { state: "text", text: text.slice(bom.length), eol, isReadOnly },
    real,
    missing: [],
    mode,
    bom,
  }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
    return text.includes("\0") ? undefined : text
  } catch {
    return undefined
  }
}

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path)
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !way.startsWith(sep)
}

function isGit(root: string, path: string): boolean {
  return relative(root, path).split(sep)[0] === ".git"
}

function whatIsWrong(isLast: boolean, parts: readonly string[]): string {
  return isLast ? "it is not a file" : `${basename(parts.join("/"))} is not a directory`
}
