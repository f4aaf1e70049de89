import { randomBytes } from "node:crypto"
import { readdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { asRefusal, noneIfMissing } from "../machine/file-errors.ts"

/**
 * A timed backup. Its name shows which board it belongs to and when it was begun; no other file counts as a timed
 * backup.
 */
export interface TimedFile {
  readonly name: string
  /** In ms since 1970, to the second. */
  readonly at: number
}

/** `upnext-Ab3dEf6hIj9kLm2n-2026-11-23T200501Z-1234.tar.gz`: the board, the time, and the last event. */
export function timedName(board: string, at: Date, seq: number): string {
  return `upnext-${board}-${stamp(at)}-${seq}.tar.gz`
}

/** By name is by time. */
export const stamp = (at: Date): string => at.toISOString().replace(/:|\.\d+/g, "")

/** A board's timed backups in a directory, newest first; empty if the directory is missing. */
export async function listTimed(directory: string, board: string): Promise<TimedFile[]> {
  const pattern = new RegExp(
    `^upnext-${board}-(\\d{4}-\\d\\d-\\d\\dT)(\\d\\d)(\\d\\d)(\\d\\dZ)-\\d+\\.tar\\.gz$`,
  )
  const found = (await namesIn(directory)).flatMap((name) => {
    const [, day = "", hours = "", minutes = "", seconds = ""] = pattern.exec(name) ?? []
    const at = Date.parse(`${day}${hours}:${minutes}:${seconds}`)
    return Number.isNaN(at) ? [] : [{ name, at }]
  })
  return found.sort((a, b) => b.at - a.at)
}

/**
 * When the last backup was begun. A backup with a later time than now was named by a wrong clock and does not
 * count.
 */
export function lastOf(files: readonly TimedFile[], now: number): number | undefined {
  return files.find(({ at }) => at <= now)?.at
}

/** Removes all but the newest backups. Backups with a later time than now are removed first. */
export async function prune(directory: string, board: string, keep: number, now: number): Promise<void> {
  const files = await listTimed(directory, board)
  const late = files.filter(({ at }) => at > now)
  for (const { name } of [...files.filter(({ at }) => at <= now), ...late].slice(keep))
    await removeFrom(directory, name)
}

/** The name under which one is written. */
export const draftName = (board: string): string => `upnext-${board}-${randomBytes(6).toString("hex")}.new`

/** Removes the remains of a board's killed backups, or of a single run. Only one run may be working on a board. */
export async function sweep(
  directory: string,
  { board, draft }: { board: string; draft?: string },
): Promise<void> {
  const beginning = new RegExp(
    `^${draft?.replace(".", "\\.") ?? `upnext-${board}-[\\da-f]{12}\\.new`}(-\\w+)?$`,
  )
  for (const name of await namesIn(directory)) if (beginning.test(name)) await removeFrom(directory, name)
}

// --- internal ---

async function namesIn(directory: string): Promise<string[]> {
  return (await readdir(directory).catch(noneIfMissing(directory))) ?? []
}

async function removeFrom(directory: string, name: string): Promise<void> {
  const path = join(directory, name)
  await rm(path, { recursive: true, force: true }).catch((error: unknown) => {
    throw asRefusal(error, path)
  })
}
