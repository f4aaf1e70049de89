import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { readPlain } from "../../machine/plain-file.ts"
import { parseHolder, type Holder } from "./holder.ts"

// Beside its socket a server leaves in writing who it is. After it was killed, or while it is stopped, that is how a
// client knows which server it misses. It only makes messages better, so nothing fails where it cannot be written.

export function leaveNote(socket: string, holder: Holder): void {
  try {
    writeFileSync(noteOf(socket), JSON.stringify(holder), { mode: 0o600 })
  } catch {
    // The server works without it.
  }
}

/** undefined if there is none, as after a server that has stopped by itself. */
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

/** Beside the sockets, a server that stops leaves in writing who it was: a hint can say how to start it again. */
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
