import type { Log } from "../storage/log.ts"
import type { PresenceNotes } from "./presence.ts"

/**
 * Tells the other servers of a log who was heard of here, and takes over what they tell. It is good enough to show, and
 * decides nothing. Returns how to stop.
 */
export function sharePresence(
  { tell, hear }: NonNullable<Log["peers"]>,
  presence: Pick<PresenceNotes, "hear" | "takeNews">,
): () => void {
  const stop = hear((text) => {
    for (const [key, at, host, session] of parse(text)) presence.hear(key, { at, host, session })
  })
  const telling = setInterval(() => {
    let notes: PresenceNote[] = []
    let length = 0
    const send = () => {
      if (notes.length > 0) tell(JSON.stringify({ presence: notes }))
      notes = []
      length = 0
    }
    for (const [key, { at, host, session }] of presence.takeNews(mostNames)) {
      const note: PresenceNote = [key, at, host, session]
      const size = Buffer.byteLength(JSON.stringify(note)) + 1
      if (length + size > mostBytes) send()
      notes.push(note)
      length += size
    }
    send()
  }, rhythmMs).unref()
  return () => {
    stop()
    clearInterval(telling)
  }
}

// --- internal ---

type PresenceNote = [key: string, at: number, host: string | null, session: string | null]

const rhythmMs = 3_000
/** How many names are told at a time; the others follow. */
const mostNames = 500
/** Of the notes in one text: less than the 7,000 that it may have. */
const mostBytes = 6_500

/** What a server of another version tells is left out. */
function parse(text: string): PresenceNote[] {
  let told: unknown
  try {
    told = (JSON.parse(text) as { presence?: unknown } | null)?.presence
  } catch {
    return []
  }
  return Array.isArray(told) ? told.filter(isNote) : []
}

function isNote(value: unknown): value is PresenceNote {
  if (!Array.isArray(value)) return false
  const [key, at, host, session] = value as unknown[]
  const isName = (name: unknown) => name === null || typeof name === "string"
  return typeof key === "string" && Number.isFinite(at) && isName(host) && isName(session)
}
