import { lstatSync, readdirSync, realpathSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { asRefusal, errno } from "../../file-errors.ts"
import { askHolder, type Holder, type HolderAnswer } from "./holder.ts"

// Every client command looks for its server here, so it is synchronous, which takes a third of the time, and loads
// little.

/**
 * Who holds the lock, without taking it: undefined if nobody does. `holder` is undefined if the holder listens
 * but does not answer, as a stopped process does.
 */
export async function readLock(directory: string): Promise<{ holder: Holder | undefined } | undefined> {
  const place = findPlace(directory)
  const number = place === undefined ? 0 : highest(place)
  if (place === undefined || number === 0) return undefined
  const answer = await askHolder(join(place, String(number)))
  return answer.alive ? { holder: answer.holder } : undefined
}

/** The servers that announce themselves for a home, the oldest first. They may be many, as they share a database. */
export async function readAnnounced(home: string): Promise<{ holder: Holder | undefined }[]> {
  const found: HolderAnswer[] = []
  for (const place of announcePlaces(home)) {
    if (found.length === 0 && isOwn(place, home))
      found.push(...(await Promise.all(announced(place).map((name) => askHolder(join(place, name))))))
  }
  const since = ({ holder }: HolderAnswer): string => holder?.startedAt ?? ""
  const alive = found.filter(({ alive }) => alive).sort((a, b) => (since(a) < since(b) ? -1 : 1))
  return alive.map(({ holder }) => ({ holder }))
}

/** The directories where servers may announce themselves: in the home, or apart from it where that cannot be written. */
export function announcePlaces(home: string): string[] {
  const real = realOrGiven(home)
  const place = join(real, "servers")
  return [...(fits(place) ? [place] : []), `${apartFrom(real)}-servers`]
}

/** The names of the sockets on which servers announce themselves. */
export function announced(place: string): string[] {
  return list(place).filter((name) => /^\d+-[\da-f]{8}$/.test(name))
}

/** The directory of the sockets of a data directory. It is the same whatever path leads to the data directory. */
export function meetingPlace(directory: string): string {
  const real = realpathSync(directory)
  const place = join(real, inside)
  return fits(place) ? place : apartFrom(real)
}

/**
 * Whether only the owner of a directory, or this user, can have put a socket into its meeting place. Any user can make a
 * directory of that name in the temporary directory, with a socket that names a URL which collects tokens.
 */
export function isOwn(place: string, directory: string): boolean {
  if (!basename(place).startsWith("upnext-")) return true
  const found = lstatSync(place, { throwIfNoEntry: false })
  const users = [statSync(directory, { throwIfNoEntry: false })?.uid, process.getuid?.()]
  return found !== undefined && found.isDirectory() && users.includes(found.uid) && (found.mode & 0o022) === 0
}

/** The number of the socket that is the lock; 0 where there is none. */
export function highest(place: string): number {
  return Math.max(0, ...numbers(place))
}

export function numbers(place: string): number[] {
  return list(place)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

// --- internal ---

/** The name of the meeting place in the data directory itself. */
const inside = "lock"

/** `sun_path` holds 104 bytes on macOS, 108 on Linux, the closing zero included. */
const longestPath = 103
const longestName = "/4194304-ffffffff".length

const fits = (place: string): boolean => Buffer.byteLength(place) + longestName <= longestPath

/** A directory for a real path that is too long for sockets, or may not be written. */
function apartFrom(real: string): string {
  const { createHash } = process.getBuiltinModule("node:crypto")
  return join(tmpdir(), `upnext-${createHash("sha256").update(real).digest("hex").slice(0, 16)}`)
}

function realOrGiven(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

function list(place: string): string[] {
  try {
    return readdirSync(place)
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errno(error))) return []
    throw error
  }
}

function findPlace(directory: string): string | undefined {
  try {
    const place = meetingPlace(directory)
    return isOwn(place, directory) ? place : undefined
  } catch (error) {
    if (errno(error) === "ENOENT") return undefined
    throw asRefusal(error, directory)
  }
}
