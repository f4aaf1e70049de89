import { anonymous, nameKey } from "../domain/wire/names.ts"
import type { Presence, Seen } from "../domain/board/presence.ts"
import type { Call } from "./call.ts"

/** Beyond this many names, the one that was heard of least recently is forgotten. */
const mostNames = 10_000

/** When and where agents were last heard of. Any request by an agent counts. */
export interface PresenceNotes extends Presence {
  /** Notes who makes a call, at ms since 1970; a host or session that the call does not name stays as it was. */
  note(call: Call, actor: string, now: number): void
}

export function createPresence(): PresenceNotes {
  // A Map keeps the order of writing, so its first key is the name that was heard of longest ago. That order is only
  // right to the second: to write a name anew at each call took a sixth of what the engine spends on a peek.
  const seen = new Map<string, Note>()
  return {
    of: (name) => seen.get(nameKey(name)),
    note({ input, operation }, actor, now) {
      // A peek has no actor, but it says for which agent it looks.
      const name = actor === anonymous ? operation.longPoll && input[operation.longPoll.agent] : actor
      if (typeof name !== "string") return
      const key = nameKey(name)
      const before = seen.get(key)
      const host = input.host ?? before?.host ?? null
      const session = input.session ?? before?.session ?? null
      if (before && Math.abs(now - before.writtenAt) < 1000) {
        before.at = now
        before.host = host
        before.session = session
        return
      }
      seen.delete(key)
      seen.set(key, { at: now, host, session, writtenAt: now })
      if (seen.size <= mostNames) return
      const [oldest] = seen.keys()
      if (oldest !== undefined) seen.delete(oldest)
    },
  }
}

// --- internal ---

type Note = { -readonly [K in keyof Seen]: Seen[K] } & { readonly writtenAt: number }
