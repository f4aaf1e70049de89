import type { OutputOf } from "../../client/contract.ts"
import { askAsOf, call, callNow, isUnauthorized } from "../api/api.ts"
import type { Locked, Refusal } from "../api/types.ts"
import type { Store } from "../state/store.ts"
import { pause } from "../stream/follow-events.ts"
import type { Feed } from "../state/feed.ts"
import { refreshOpen } from "../sync/refresh-open.ts"
import { readMoment } from "./read-moment.ts"

/** Shows moments of the past in a store. */
export interface TimeMachine {
  /** The event whose moment is to be shown. The store says which one is. */
  readonly wanted: number
  /** The events that there are; null until they were read. */
  readonly span: LogSpan | null
  /** Why the wanted moment cannot be shown. */
  readonly refusal: Refusal | null
  /** Resolves when the moment is shown, or a later wish has taken its place and is. */
  show(seq: number): Promise<void>
  /** Opens a task in the panel, as it was; null closes it. */
  open(id: string | null): void
  subscribe(listener: () => void): () => void
  end(): void
}

export type LogSpan = OutputOf<"log.read">["log"]

interface TimeMachineOptions {
  readonly store: Store
  readonly feed: Feed
  readonly first: number
  askToken(why: Locked): Promise<unknown>
}

export function createTimeMachine({ store, feed, first, askToken }: TimeMachineOptions): TimeMachine {
  const listeners = new Set<() => void>()
  const closing = new AbortController()
  let wanted = first
  let span: LogSpan | null = null
  let refusal: Refusal | null = null
  let running: Promise<void> | undefined
  const isOver = () => closing.signal.aborted
  const tell = () => listeners.forEach((listener) => listener())

  /** Reads the task in the panel, as of the moment that is shown. */
  const readOpen = ({ moment } = store.state) =>
    void refreshOpen(store, true, call, () => isOver() || store.state.moment !== moment)

  /** One moment at a time. The wish of now comes next, and those between are left out. */
  async function run(): Promise<void> {
    for (let seq = 0; seq !== wanted && !isOver();) {
      seq = wanted
      const read = await readMoment(seq)
      if (isOver()) return
      refusal = "refusal" in read ? read.refusal : null
      if ("refusal" in read) {
        const isLost = read.refusal.status === 0 || read.refusal.status >= 500
        store.set({ link: read.refusal.status === 0 ? "offline" : "live" })
        tell()
        if (isUnauthorized(read.refusal)) await askToken("ended")
        else if (isLost) await pause(againMs)
        else continue
        seq = 0
        continue
      }
      askAsOf(seq)
      const { tasks, totals } = read.value
      store.dispatch({ type: "moment", moment: { seq, at: Date.parse(read.at ?? "") }, tasks, totals })
      feed.restart()
      readOpen()
      tell()
    }
    running = undefined
  }

  async function readSpan(): Promise<void> {
    const read = await callNow("log.read", { points: mostPoints })
    if ("value" in read) span = read.value.log
    tell()
  }

  askAsOf(first)
  void readSpan()

  return {
    get wanted() {
      return wanted
    },
    get span() {
      return span
    },
    get refusal() {
      return refusal
    },
    show(seq) {
      wanted = seq
      tell()
      return (running ??= run())
    },
    open(id) {
      store.dispatch({ type: "opened", id })
      readOpen()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    end() {
      closing.abort()
      askAsOf(null)
    },
  }
}

// --- internal ---

/** How many events the slider knows the times of. */
const mostPoints = 100
const againMs = 1000
