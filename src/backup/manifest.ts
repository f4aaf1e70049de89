import { version } from "../version.ts"
import { quoted } from "./printable.ts"
import { isObject } from "../machine/text.ts"

/** The first file of a backup. It names all other files with their sizes and digests; no other files are unpacked. */
export interface Manifest {
  readonly format: typeof backupFormat
  readonly version: number
  /** The Upnext that wrote it. */
  readonly upnext: string
  /** When it was made, as ISO 8601. */
  readonly at: string
  /** The board's id; null if it does not have one yet. */
  readonly board: string | null
  /** The last event in it. */
  readonly seq: number
  readonly commits: number
  /** In the order in which they follow. */
  readonly files: readonly BackupFile[]
}

export interface BackupFile {
  /** Below a home, such as `data/key`. */
  readonly path: string
  readonly size: number
  /** In hex. */
  readonly sha256: string
}

export const manifestName = "manifest.json"
export const configFile = "config.json"
export const keyFile = "data/key"
export const journalFolder = "data/journal"
export const attachmentsFolder = "data/attachments"
/** The maximum size of a manifest in bytes. A manifest of this size names 80,000 files. */
export const mostManifestBytes = 16 * 1024 * 1024

export const isSegment = ({ path }: BackupFile): boolean => segmentPattern.test(path)

export function toManifest(found: Omit<Manifest, "format" | "version" | "upnext">): string {
  const manifest: Manifest = { format: backupFormat, version: backupVersion, upnext: version, ...found }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/**
 * Reads the text of a manifest and checks everything in it.
 * @param refuse called with the problem; `isNewer` is true if only a newer Upnext can have written the manifest
 */
export function parseManifest(text: string, refuse: (what: string, isNewer?: "newer") => never): Manifest {
  const found = parseObject(text) ?? refuse("it is not an Upnext backup: its manifest is not a JSON object")
  const { format, version, upnext, at, board, seq, commits, files } = found
  if (format !== backupFormat) refuse(`it is not an Upnext backup: its format is ${quoted(format)}`)
  if (!isCount(version) || version < 1) return refuse("its manifest has no version")
  if (version > backupVersion)
    refuse(`its version is ${version}, but this Upnext reads versions up to ${backupVersion}`, "newer")
  if (!isText(upnext) || !isText(at) || Number.isNaN(Date.parse(at)) || !(board === null || isText(board)))
    return refuse("its manifest does not say which board was backed up")
  if (!isCount(seq) || !isCount(commits) || !Array.isArray(files))
    return refuse("its manifest does not list the files in the backup")
  const checked = files.map((file: unknown) => parseFile(file, refuse))
  checkNames(checked, refuse)
  // Date.parse accepts any text in brackets, and this text is shown.
  return {
    format: backupFormat,
    version,
    upnext,
    at: new Date(at).toISOString(),
    board,
    seq,
    commits,
    files: checked,
  }
}

// --- internal ---

const backupFormat = "upnext-backup"
const backupVersion = 1

const segmentPattern = /^data\/journal\/\d{16}\.jsonl$/

/**
 * The files that a backup may contain, each with its maximum size in bytes. A line must fit into a single Node
 * string.
 */
const known: readonly (readonly [path: RegExp, least: number, most: number])[] = [
  [/^config\.json$/, 0, 1024 * 1024],
  [/^data\/key$/, 32, 32],
  [/^data\/attachments\/[\da-f]{64}$/, 0, 256 * 1024 * 1024],
  [segmentPattern, 1, 512 * 1024 * 1024],
]

function parseFile(file: unknown, refuse: (what: string) => never): BackupFile {
  const { path, size, sha256 } = isObject(file) ? file : {}
  if (!isText(path) || !isCount(size) || !isText(sha256) || !/^[\da-f]{64}$/.test(sha256))
    return refuse("a file in its manifest lacks its path, size or digest")
  const [, least, most] = known.find(([pattern]) => pattern.test(path)) ?? []
  if (least === undefined || most === undefined)
    return refuse(`it contains ${quoted(path)}, which is not part of a backup`)
  if (size < least || size > most) refuse(`${path} is ${size} bytes long, which is impossible for this file`)
  if (path.startsWith(attachmentsFolder) && !path.endsWith(sha256))
    return refuse(`the name of ${path} is not its digest`)
  return { path, size, sha256 }
}

function checkNames(files: readonly BackupFile[], refuse: (what: string) => never): void {
  const paths = files.map(({ path }) => path)
  const seen = new Set<string>()
  const twice = paths.find((path) => seen.size === seen.add(path).size)
  if (twice !== undefined) refuse(`it contains ${twice} twice`)
  if (!files.some(isSegment)) refuse("it contains no journal")
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isText = (value: unknown): value is string => typeof value === "string"
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
