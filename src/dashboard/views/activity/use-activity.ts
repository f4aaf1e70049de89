import { useEffect, useRef, useState } from "preact/hooks"
import type { PublicEvent } from "../../../domain/events/shown.ts"
import { useApp } from "../../state/context.ts"
import { readEvents, readSeq } from "../../reads/read-events.ts"

/** A part of the log: all events after `from`, up to and including `upTo`, oldest first. */
interface Stretch {
  readonly events: readonly PublicEvent[]
  readonly from: number
  readonly upTo: number
}

/** How many events are read at once. */
const step = 500

/** The most events that a page keeps, even if it is open for days. */
const most = 5000

/** How long an event waits for those that come right after it. */
const burstMs = 100

/** How many steps back one request for more goes to find enough that match. */
const rounds = 8

/** How many matching events fill a screen. */
const enough = 40

/** The newest events, and older ones when they are asked for. `matches` says which events count. */
export function useActivity(matches: (event: PublicEvent) => boolean) {
  const { feed } = useApp()
  const [stretch, set] = useState<Stretch | null>(null)
  const { isLoading, hasFailed, load } = useLoading()
  // Events that arrive while the first part is being read.
  const early = useRef<PublicEvent[]>([])
  // Events of a burst, which are drawn together.
  const arrived = useRef<PublicEvent[]>([])
  const current = useRef<Stretch | null>(null)
  /** The newest events are being read, and what is shown until then is of before. */
  const isBeginning = useRef(true)
  const wanted = useRef(matches)
  wanted.current = matches
  const countIn = (events: readonly PublicEvent[]) => events.filter((event) => wanted.current(event)).length

  function showArrived() {
    const events = arrived.current.splice(0)
    if (current.current) show(append(current.current, events))
  }

  function show(next: Stretch) {
    current.current = next
    set(next)
  }

  /** Begins anew, at the newest event, or at the moment that is shown. */
  const begin = () =>
    load(async (isStale) => {
      isBeginning.current = true
      early.current = []
      arrived.current = []
      const upTo = await readSeq()
      const from = Math.max(0, upTo - step)
      const events = await readEvents(from, upTo)
      if (isStale()) return
      isBeginning.current = false
      show(append({ events, from, upTo }, early.current))
      await goBack(0, isStale)
    })

  /** Reads earlier events, at least `least` steps back, until enough match or `rounds` steps are read. */
  async function goBack(least: number, isStale: () => boolean) {
    let found = least === 0 ? countIn(current.current?.events ?? []) : 0
    for (let i = 0; i < rounds && (i < least || found < enough); i++) {
      const now = current.current
      if (!now || now.from === 0) return
      const from = Math.max(0, now.from - step)
      const events = await readEvents(from, now.from)
      const latest = current.current
      if (isStale() || !latest) return
      found += countIn(events)
      show({ ...latest, from, events: [...events, ...latest.events] })
    }
  }

  useEffect(() => {
    void begin()
    return feed.subscribe((event) => {
      if (event === "restart") void begin()
      else if (isBeginning.current) early.current.push(event)
      else if (arrived.current.push(event) === 1) setTimeout(showArrived, burstMs)
    })
  }, [])

  return {
    stretch,
    isLoading,
    hasFailed,
    loadEarlier: () => isBeginning.current || void load((isStale) => goBack(1, isStale)),
    /** After the filter changed: reads further back if too few of the loaded events match. */
    fill: () => isBeginning.current || void load((isStale) => goBack(0, isStale)),
  }
}

// --- internal ---

/** Whether something is being read, and whether that failed. What was begun last counts. */
function useLoading() {
  const [isLoading, setLoading] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const round = useRef(0)

  /** @param work asks before it shows anything whether something else was begun meanwhile */
  async function load(work: (isStale: () => boolean) => Promise<void>) {
    const mine = ++round.current
    setLoading(true)
    setFailed(false)
    try {
      await work(() => mine !== round.current)
    } catch {
      if (mine === round.current) setFailed(true)
    }
    if (mine === round.current) setLoading(false)
  }

  return { isLoading, hasFailed, load }
}

function append(stretch: Stretch, events: readonly PublicEvent[]): Stretch {
  const later = events.filter(({ seq }) => seq > stretch.upTo)
  if (later.length === 0) return stretch
  const all = [...stretch.events, ...later]
  const kept = all.length > most ? all.slice(-most) : all
  const from = kept === all ? stretch.from : (kept[0]?.seq ?? 1) - 1
  return { ...stretch, events: kept, from, upTo: later.at(-1)?.seq ?? stretch.upTo }
}
