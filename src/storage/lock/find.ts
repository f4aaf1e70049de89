import { lstatSync, readdirSync, realpathSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { asRefusal, errno } from "../../machine/file-errors.ts"
import { askHolder, type Holder } from "./holder.ts"
import { readLast, readNote } from "./note.ts"

// Every client command looks for its server here, so this code is synchronous, which takes a third of the time,
// and loads little.

export interface FoundServer {
  /** undefined if the server listens but does not answer, like a stopped process. */
  readonly holder: Holder | undefined
  /** What it has left in writing, where it does not answer. */
  readonly noted?: Holder | undefined
}

/** The holder of the lock, found without taking the lock; undefined if the lock is free. */
export async function readLock(directory: string): Promise<FoundServer | undefined> {
  const socket = lockOf(directory)
  return socket === undefined ? undefined : ask(socket)
}

/**
 * The last holder of the lock if it ended without releasing the lock, as a killed server does. Call this only if
 * the lock is free.
 */
export function readKilled(directory: string): Holder | undefined {
  const socket = lockOf(directory)
  return socket === undefined ? undefined : readNote(socket)
}

/** The last server of a data directory or a home that was stopped. Call this only if no running server is found. */
export function readStopped({
  data,
  home,
}: {
  readonly data: string
  readonly home: string
}): Holder | undefined {
  const places = announcePlaces(home).filter((place) => isOwn(place, home))
  return readLast([findPlace(data) ?? [], places].flat())
}

/**
 * The servers that announce themselves for a home, the oldest first. There may be several, because they share a
 * database.
 */
export async function readAnnounced(home: string): Promise<FoundServer[]> {
  const found = await Promise.all(announcedSockets(home).map(ask))
  const since = ({ holder }: FoundServer): string => holder?.startedAt ?? ""
  return found.filter((each) => each !== undefined).sort((a, b) => (since(a) < since(b) ? -1 : 1))
}

/** The last server that announced itself and was killed. Call this only if no running server is found. */
export function readKilledAnnounced(home: string): Holder | undefined {
  const killed = announcedSockets(home).flatMap((socket) => readNote(socket) ?? [])
  return killed.sort((a, b) => (a.startedAt < b.startedAt ? -1 : 1)).at(-1)
}

/** The directories where servers may announce themselves: in the home, or outside it if the home cannot be written. */
export function announcePlaces(home: string): string[] {
  const real = realOrGiven(home)
  const place = join(real, "servers")
  return [...(fits(place) ? [place] : []), `${apartFrom(real)}-servers`]
}

/** The names of the sockets on which servers announce themselves. */
export function announced(place: string): string[] {
  return list(place).filter((name) => /^\d+-[\da-f]{8}$/.test(name))
}

/** The directory of a data directory's sockets. It is the same for every path that leads to the data directory. */
export function meetingPlace(directory: string): string {
  const real = realpathSync(directory)
  const place = join(real, inside)
  return fits(place) ? place : apartFrom(real)
}

/**
 * Whether only the owner of a directory, or this user, can have put a socket into the socket directory. Any user
 * can create a directory with that name in the temporary directory, with a socket that names a URL that collects
 * tokens.
 */
export function isOwn(place: string, directory: string): boolean {
  if (!basename(place).startsWith("upnext-")) return true
  const found = lstatSync(place, { throwIfNoEntry: false })
  const users = [statSync(directory, { throwIfNoEntry: false })?.uid, process.getuid?.()]
  return found !== undefined && found.isDirectory() && users.includes(found.uid) && (found.mode & 0o022) === 0
}

/** The number of the socket that is the lock; 0 if there is none. */
export function highest(place: string): number {
  return Math.max(0, ...numbers(place))
}

export function numbers(place: string): number[] {
  return list(place)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
}

// --- internal ---

async function ask(socket: string): Promise<FoundServer | undefined> {
  const { alive, holder } = await askHolder(socket)
  if (!alive) return undefined
  return holder ? { holder } : { holder, noted: readNote(socket) }
}

/** The socket that is the lock, or was the last lock; undefined if there is none. */
function lockOf(directory: string): string | undefined {
  const place = findPlace(directory)
  const number = place === undefined ? 0 : highest(place)
  return place === undefined || number === 0 ? undefined : join(place, String(number))
}

/** In the first place that has any. */
function announcedSockets(home: string): string[] {
  const places = announcePlaces(home).filter((place) => isOwn(place, home))
  const place = places.find((each) => announced(each).length > 0)
  return place === undefined ? [] : announced(place).map((name) => join(place, name))
}

/** The name of the meeting place in the data directory itself. */
const inside = "lock"

/** `sun_path` holds 104 bytes on macOS, 108 on Linux, the closing zero included. */
const longestPath = 103
const longestName = "/4194304-ffffffff".length

const fits = (place: string): boolean => Buffer.byteLength(place) + longestName <= longestPath

/** The socket directory for a real path that is too long for sockets or cannot be written. */
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
