import type { OutputOf } from "../../client/contract.ts"
import { askAsOf, call, callNow, isUnauthorized, all, callAsOf } from "../api/api.ts"
import type { Locked, Refusal, ApiResult, Status, TaskView } from "../api/types.ts"
import type { Store } from "../state/store.ts"
import { pause } from "../stream/follow-events.ts"
import type { Feed } from "../state/feed.ts"
import { refreshOpen } from "../sync/refresh-open.ts"
import type { State } from "../state/state.ts"

export type TimeMachine = ReturnType<typeof createTimeMachine>

export type LogSpan = OutputOf<"log.read">["log"]

interface Now {
  /** The event whose moment is to be shown. The store says which one is. */
  wanted: number
  /** The events that there are; null until they were read. */
  span: LogSpan | null
  /** Why the wanted moment cannot be shown. */
  refusal: Refusal | null
}

interface TimeMachineOptions {
  readonly store: Store
  readonly feed: Feed
  readonly first: number
  askToken(why: Locked): Promise<unknown>
}

/** Shows moments of the past in a store. */
export function createTimeMachine({ store, feed, first, askToken }: TimeMachineOptions) {
  const listeners = new Set<() => void>()
  const closing = new AbortController()
  const now: Now = { wanted: first, span: null, refusal: null }
  let running: Promise<void> | undefined
  const isOver = () => closing.signal.aborted
  const tell = () => listeners.forEach((listener) => listener())

  /** Reads the task in the panel, as of the moment that is shown. */
  const readOpen = ({ moment } = store.state) =>
    void refreshOpen(store, true, call, () => isOver() || store.state.moment !== moment)

  /** One moment at a time. The wish of now comes next, and those between are left out. */
  async function run(): Promise<void> {
    for (let seq = 0; seq !== now.wanted && !isOver();) {
      seq = now.wanted
      const read = await readMoment(seq)
      if (isOver()) return
      now.refusal = "refusal" in read ? read.refusal : null
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
    if ("value" in read) now.span = read.value.log
    tell()
  }

  askAsOf(first)
  void readSpan()

  return {
    now: now as Readonly<Now>,
    /** Resolves when the moment is shown, or a later wish has taken its place and is. */
    show(seq: number): Promise<void> {
      now.wanted = seq
      tell()
      return (running ??= run())
    },
    /** Opens a task in the panel, as it was; null closes it. */
    open(id: string | null) {
      store.dispatch({ type: "opened", id })
      readOpen()
    },
    subscribe(listener: () => void) {
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

interface MomentRead {
  readonly tasks: readonly TaskView[]
  readonly totals: State["totals"]
}

/** The board as of an event: its open tasks, and the newest of the closed ones. */
async function readMoment(seq: number): Promise<ApiResult<MomentRead>> {
  const closed = (status: Status) =>
    callAsOf(seq, "task.list", { status: [status], compact: true, sort: "-updated", limit: recent })
  const [done, cancelled, others] = await Promise.all([
    closed("done"),
    closed("cancelled"),
    all("tasks", (page) => callAsOf(seq, "task.list", { status: open, compact: true, ...page })),
  ])
  if ("refusal" in done) return done
  if ("refusal" in cancelled) return cancelled
  if ("refusal" in others) return others
  return {
    seq,
    ...(done.at !== undefined && { at: done.at }),
    value: {
      tasks: [...others.value, ...done.value.tasks, ...cancelled.value.tasks],
      totals: { done: done.value.total, cancelled: cancelled.value.total },
    },
  }
}

const open: Status[] = ["doing", "blocked", "review", "todo"]
const recent = 50
