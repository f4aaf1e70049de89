import { lstatSync, readdirSync, realpathSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { asRefusal, errno } from "../../file-errors.ts"
import { askHolder, type Holder } from "./holder.ts"

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

/** The directory of the sockets of a data directory. It is the same whatever path leads to the data directory. */
export function meetingPlace(directory: string): string {
  const real = realpathSync(directory)
  const place = join(real, inside)
  if (Buffer.byteLength(place) + longestName <= longestPath) return place
  const { createHash } = process.getBuiltinModule("node:crypto")
  return join(tmpdir(), `upnext-${createHash("sha256").update(real).digest("hex").slice(0, 16)}`)
}

/**
 * Whether only the owner of the data directory can have put a socket into a meeting place. Any user can make a directory
 * of that name in the temporary directory, with a socket that names a URL which collects tokens.
 */
export function isOwn(place: string, directory: string): boolean {
  if (basename(place) === inside) return true
  const found = lstatSync(place, { throwIfNoEntry: false })
  const { uid } = statSync(directory)
  return found !== undefined && found.isDirectory() && found.uid === uid && (found.mode & 0o022) === 0
}

/** The number of the socket that is the lock; 0 where there is none. */
export function highest(place: string): number {
  return Math.max(0, ...numbers(place))
}

export function numbers(place: string): number[] {
  try {
    return readdirSync(place)
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch (error) {
    if (errno(error) === "ENOENT") return []
    throw error
  }
}

// --- internal ---

/** The name of the meeting place in the data directory itself. */
const inside = "lock"

/** `sun_path` holds 104 bytes on macOS, 108 on Linux, the closing zero included. */
const longestPath = 103
const longestName = "/4194304-ffffffff".length

function findPlace(directory: string): string | undefined {
  try {
    const place = meetingPlace(directory)
    return isOwn(place, directory) ? place : undefined
  } catch (error) {
    if (errno(error) === "ENOENT") return undefined
    throw asRefusal(error, directory)
  }
}
