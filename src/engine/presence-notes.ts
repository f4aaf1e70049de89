import { anonymous, nameKey } from "../domain/wire/names.ts"
import { isSameList } from "../domain/collections/lists.ts"
import type { AskFilters, WorkAsk, Presence, Seen } from "../domain/board/agents/presence.ts"
import type { Call } from "./call.ts"

/** Above this many names, the name heard from least recently is forgotten. */
const mostNames = 10_000

/** When and where agents were last heard from. Any request by an agent counts. */
export interface PresenceNotes extends Presence {
  /** Notes who makes a call, at ms since 1970. A host or session that the call does not name stays unchanged. */
  note(call: Call, actor: string, now: number): void
  /** Adds another server's note about a name unless a newer note is known. */
  hear(key: string, seen: Seen, asks?: readonly AskFilters[]): void
  /** At most `most` names that have been noted here since they were last returned. Used only with `isShared`. */
  takeNews(most: number): [key: string, seen: Seen, asks: readonly AskFilters[]][]
}

/** @param isShared whether other servers are to be told */
export function createPresence(isShared = false): PresenceNotes {
  // A Map keeps insertion order, so its first key is the name that was heard from longest ago. The order is exact
  // only to the second, because re-inserting a name at each call took a sixth of the time that the engine spends
  // on a peek.
  const seen = new Map<string, Note>()
  const news = isShared ? new Set<string>() : undefined
  const asks = createAsks()
  let since = Infinity

  function put(key: string, { at, host, session }: Seen, writtenAt: number): void {
    seen.delete(key)
    seen.set(key, { at, host, session, writtenAt })
    if (seen.size <= mostNames) return
    const [oldest] = seen.keys()
    if (oldest === undefined) return
    seen.delete(oldest)
    asks.forget(oldest)
  }

  return {
    of: (name) => seen.get(nameKey(name)),
    asks: asks.all,
    get since() {
      return since
    },
    note({ input, operation }, actor, now) {
      if (since === Infinity) since = now
      // A peek has no actor, but it names the agent for which it looks.
      const name = actor === anonymous ? operation.longPoll && input[operation.longPoll.agent] : actor
      if (typeof name !== "string") return
      const key = nameKey(name)
      const before = seen.get(key)
      const host = input.host ?? before?.host ?? null
      const session = input.session ?? before?.session ?? null
      news?.add(key)
      if (operation.longPoll) asks.noteCall(key, operation, input, now)
      if (before && Math.abs(now - before.writtenAt) < 1000) {
        before.at = now
        before.host = host
        before.session = session
        return
      }
      put(key, { at: now, host, session }, now)
    },
    hear(key, told, toldAsks = []) {
      for (const ask of toldAsks) asks.note(key, ask)
      if ((seen.get(key)?.at ?? -Infinity) < told.at) put(key, told, told.at)
    },
    takeNews(most) {
      const keys = [...(news ?? [])].slice(0, most)
      return keys.flatMap((key): ReturnType<PresenceNotes["takeNews"]> => {
        news?.delete(key)
        const note = seen.get(key)
        const { at = 0, host = null, session = null } = note ?? {}
        return note ? [[key, { at, host, session }, asks.of(key)]] : []
      })
    },
  }
}

// --- internal ---

type NotedAsk = { -readonly [K in keyof AskFilters]: AskFilters[K] }

/** At most this many asks with different filters are kept for each name. */
const mostAsks = 8

const noTags: readonly string[] = []

/** Who has asked for work, by `nameKey`. */
function createAsks() {
  const noted = new Map<string, NotedAsk[]>()

  function note(key: string, ask: AskFilters): void {
    const known = noted.get(key) ?? []
    const same = known.find(({ project, tags }) => project === ask.project && isSameList(tags, ask.tags))
    if (same) {
      same.at = Math.max(same.at, ask.at)
      same.takes ||= ask.takes
      // The most recent one comes first.
      noted.set(key, [same, ...known.filter((each) => each !== same)])
    } else noted.set(key, [{ ...ask }, ...known].slice(0, mostAsks))
  }

  /** Most agents repeat their last request, so that case is checked before anything is created. */
  function noteCall(
    key: string,
    { kind, longPoll }: Call["operation"],
    input: Call["input"],
    at: number,
  ): void {
    const { project = null, tags = noTags } = input as Partial<Pick<AskFilters, "project" | "tags">>
    const takes = kind === "command" || (longPoll !== undefined && input[longPoll.wait] !== undefined)
    const last = noted.get(key)?.[0]
    if (last?.project !== project || last.tags !== tags) return note(key, { at, project, tags, takes })
    last.at = at
    last.takes ||= takes
  }

  return {
    note,
    noteCall,
    of: (key: string): readonly NotedAsk[] => noted.get(key) ?? [],
    *all(): Generator<WorkAsk, void> {
      for (const [agent, asks] of noted) for (const ask of asks) yield { agent, ...ask }
    },
    forget: (key: string) => void noted.delete(key),
  }
}

type Note = { -readonly [K in keyof Seen]: Seen[K] } & { readonly writtenAt: number }
