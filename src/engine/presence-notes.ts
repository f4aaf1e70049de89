import { anonymous, nameKey } from "../domain/wire/names.ts"
import type { Presence, Seen } from "../domain/board/agents/presence.ts"
import type { Call } from "./call.ts"

/** Beyond this many names, the one that was heard of least recently is forgotten. */
const mostNames = 10_000

/** When and where agents were last heard of. Any request by an agent counts. */
export interface PresenceNotes extends Presence {
  /** Notes who makes a call, at ms since 1970; a host or session that the call does not name stays as it was. */
  note(call: Call, actor: string, now: number): void
  /** Takes over what another server has noted of a name, unless something newer is known. */
  hear(key: string, seen: Seen): void
  /** Names that were noted here since they were last given out, at most `most`. Only where `isShared`. */
  takeNews(most: number): [key: string, seen: Seen][]
}

/** @param isShared whether other servers are to be told */
export function createPresence(isShared = false): PresenceNotes {
  // A Map keeps the order of writing, so its first key is the name that was heard of longest ago. That order is only
  // right to the second: to write a name anew at each call took a sixth of what the engine spends on a peek.
  const seen = new Map<string, Note>()
  const news = isShared ? new Set<string>() : undefined

  function put(key: string, { at, host, session }: Seen, writtenAt: number): void {
    seen.delete(key)
    seen.set(key, { at, host, session, writtenAt })
    if (seen.size <= mostNames) return
    const [oldest] = seen.keys()
    if (oldest !== undefined) seen.delete(oldest)
  }

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
      news?.add(key)
      if (before && Math.abs(now - before.writtenAt) < 1000) {
        before.at = now
        before.host = host
        before.session = session
        return
      }
      put(key, { at: now, host, session }, now)
    },
    hear(key, told) {
      if ((seen.get(key)?.at ?? -Infinity) < told.at) put(key, told, told.at)
    },
    takeNews(most) {
      const keys = [...(news ?? [])].slice(0, most)
      return keys.flatMap((key): [string, Seen][] => {
        news?.delete(key)
        const note = seen.get(key)
        return note ? [[key, { at: note.at, host: note.host, session: note.session }]] : []
      })
    },
  }
}

// --- internal ---

type Note = { -readonly [K in keyof Seen]: Seen[K] } & { readonly writtenAt: number }
