import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { readPlain } from "../../machine/plain-file.ts"
import { parseHolder, type Holder } from "./holder.ts"

// Next to its socket a server leaves a note about itself. After the server was killed, or while it is stopped,
// clients learn from the note which server is missing. The note only improves messages, so nothing fails if it
// cannot be written.

export function leaveNote(socket: string, holder: Holder): void {
  try {
    writeFileSync(noteOf(socket), JSON.stringify(holder), { mode: 0o600 })
  } catch {
    // The server works without it.
  }
}

/** undefined if there is no note, for example after a server stopped normally. */
export function readNote(socket: string): Holder | undefined {
  try {
    return parseHolder(readPlain(noteOf(socket)).bytes.toString())
  } catch {
    return undefined
  }
}

export function forgetNote(socket: string): void {
  try {
    rmSync(noteOf(socket), { force: true })
  } catch {
    // A directory that cannot be written holds none that matters.
  }
}

/**
 * Next to the sockets, a server that stops leaves a note about itself, so that a hint can say how to start it
 * again.
 */
export function leaveLast(place: string, holder: Holder): void {
  leaveNote(lastIn(place), holder)
}

/** Who left that last, in one of these directories. */
export function readLast(places: readonly string[]): Holder | undefined {
  const found = places.flatMap((place) => readNote(lastIn(place)) ?? [])
  return found.sort((a, b) => (a.startedAt < b.startedAt ? -1 : 1)).at(-1)
}

// --- internal ---

const lastIn = (place: string): string => join(place, "stopped")

const noteOf = (socket: string): string => `${socket}.json`
