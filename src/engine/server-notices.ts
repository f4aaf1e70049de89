import type { AskFilters } from "../domain/board/agents/presence.ts"
import type { Server } from "../domain/board/said/outputs.ts"
import { bytesInList, inParts } from "../domain/wire/in-parts.ts"
import type { Runtime } from "../machine/runtime.ts"
import type { Log } from "../storage/log.ts"
import type { HeardPlaces } from "./output-places.ts"
import type { OutputStore } from "./output-store.ts"
import type { PresenceNotes } from "./presence-notes.ts"

interface Shared {
  readonly runtime: Pick<Runtime, "every">
  /** How others reach this server. */
  readonly server: Server
  readonly presence: Pick<PresenceNotes, "hear" | "takeNews">
  readonly outputs: OutputStore
  readonly places: Pick<HeardPlaces, "hear">
}

/**
 * Tells the other servers of a log which agents were heard from here and which tasks' output is kept here, and adds
 * what they report. The data is good enough to show, but no decision depends on it. Returns a function that stops it.
 */
export function shareNotices(
  { tell, hear }: NonNullable<Log["peers"]>,
  { runtime, server, presence, outputs, places }: Shared,
): () => void {
  /** The tasks that have printed since their output was last announced. */
  const printed = new Set<number>()
  const stopNoting = outputs.subscribe(({ task }) => printed.add(task))
  const stopHearing = hear((text) => {
    const told = parse(text)
    for (const [key, at, host, session, asks] of told.presence)
      presence.hear(key, { at, host, session }, asks?.filter(isAsk))
    for (const [task, epoch, agent, end] of told.outputs)
      places.hear(task, { ...told.server, epoch, agent, end })
  })

  function takePrinted(): OutputNote[] {
    return [...printed].slice(0, mostNotes).flatMap((task): OutputNote[] => {
      printed.delete(task)
      const [run] = outputs.of(task)
      return run ? [[task, run.epoch, run.agent, run.end]] : []
    })
  }

  let turns = 0
  const telling = runtime.every(rhythmMs, () => {
    const seen = presence.takeNews(mostNotes)
    const notes = seen.map(([key, { at, host, session }, asks]): PresenceNote => [
      key,
      at,
      host,
      session,
      asks.filter((ask) => bytesInList(ask) <= mostAskBytes),
    ])
    for (const part of inParts(notes, mostBytes)) tell(JSON.stringify({ presence: part }))
    turns += 1
    if (turns % repeatAfter === 0)
      for (const task of [...outputs.tasks()].slice(-mostNotes)) printed.add(task)
    for (const part of inParts(takePrinted(), mostBytes)) tell(JSON.stringify({ server, outputs: part }))
  })
  return () => {
    stopNoting()
    stopHearing()
    telling.cancel()
  }
}

// --- internal ---

type PresenceNote = [
  ...[key: string, at: number, host: string | null, session: string | null],
  asks?: readonly AskFilters[],
]
type OutputNote = [task: number, epoch: number, agent: string, end: number]

const rhythmMs = 3_000
/** Outputs are announced again after this many ticks, every 30 s, for servers that have started meanwhile. */
const repeatAfter = 10
/** How many notes of a kind are sent at a time; the rest follow later. */
const mostNotes = 500
/** A name with longer filters is not sent: each name has up to eight filters. */
const mostAskBytes = 500
/** The size of the notes in one text: less than the 7,000 bytes that a text may have. */
const mostBytes = 6_000

interface Notices {
  readonly presence: readonly PresenceNote[]
  readonly server: Server
  readonly outputs: readonly OutputNote[]
}

/** Leaves out what only another version understands. */
function parse(text: string): Notices {
  let told: { presence?: unknown; server?: Partial<Server> | null; outputs?: unknown } | null
  try {
    told = JSON.parse(text) as typeof told
  } catch {
    told = null
  }
  const { presence, outputs } = told ?? {}
  const { host, url } = told?.server ?? {}
  const isPlaced = typeof host === "string" && typeof url === "string"
  return {
    presence: Array.isArray(presence) ? presence.filter(isPresenceNote) : [],
    server: { host: host ?? "", url: url ?? "" },
    outputs: isPlaced && Array.isArray(outputs) ? outputs.filter(isOutputNote) : [],
  }
}

function isPresenceNote(value: unknown): value is PresenceNote {
  if (!Array.isArray(value)) return false
  const [key, at, host, session, asks = []] = value as unknown[]
  const isName = (name: unknown) => name === null || typeof name === "string"
  return (
    typeof key === "string" && Number.isFinite(at) && isName(host) && isName(session) && Array.isArray(asks)
  )
}

function isAsk(value: unknown): value is AskFilters {
  const { at, project, tags, takes } = (value ?? {}) as Partial<AskFilters>
  const isProject = project === null || typeof project === "string"
  return Number.isFinite(at) && isProject && Array.isArray(tags) && typeof takes === "boolean"
}

function isOutputNote(value: unknown): value is OutputNote {
  if (!Array.isArray(value)) return false
  const [task, epoch, agent, end] = value as unknown[]
  return (
    typeof agent === "string" && [task, epoch, end].every((n) => Number.isSafeInteger(n) && Number(n) >= 0)
  )
}
