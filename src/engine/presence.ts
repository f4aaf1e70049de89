import { anonymous, nameKey } from "../domain/wire/names.ts"
import type { Presence, Seen } from "../domain/board/presence.ts"
import type { Call } from "./call.ts"

/** Who calls is there. Of more names than this, those heard of least recently are forgotten. */
const most = 10_000

export interface PresenceNotes extends Presence {
  /** Notes who makes a call, at ms since 1970; a host or session that it does not name stays as it was. */
  note(call: Call, actor: string, now: number): void
}

export function createPresence(): PresenceNotes {
  // A Map keeps the order of writing, so the first key is the one that was heard of longest ago: to the second, since
  // to write a name anew at each call made a sixth of what the engine spends on a peek.
  const seen = new Map<string, Note>()
  return {
    of: (name) => seen.get(nameKey(name)),
    note({ input, operation }, actor, now) {
      // Who asks for work is named so; in other queries `agent` is whom it is asked about.
      const asking = operation.isEmpty ? text(input["agent"]) : null
      const name = actor === anonymous ? asking : actor
      if (name === null) return
      const key = nameKey(name)
      const before = seen.get(key)
      const host = text(input["host"]) ?? before?.host ?? null
      const session = text(input["session"]) ?? before?.session ?? null
      if (before && Math.abs(now - before.writtenAt) < 1000) {
        before.at = now
        before.host = host
        before.session = session
        return
      }
      seen.delete(key)
      seen.set(key, { at: now, host, session, writtenAt: now })
      if (seen.size <= most) return
      const [oldest] = seen.keys()
      if (oldest !== undefined) seen.delete(oldest)
    },
  }
}

// --- internal ---

type Note = { -readonly [K in keyof Seen]: Seen[K] } & { readonly writtenAt: number }

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null
}
