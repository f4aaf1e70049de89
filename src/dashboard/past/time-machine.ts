import type { OutputOf } from "../../client/contract.ts"
import { all, askAsOf, call, callAsOf, callNow } from "../api/api.ts"
import type { ApiResult, Refusal, Status, TaskView } from "../api/types.ts"
import type { State } from "../state/state.ts"
import type { Store } from "../state/store.ts"
import { pause } from "../stream/follow-events.ts"
import type { Feed } from "../state/feed.ts"

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
  askToken(): Promise<unknown>
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
        if (read.refusal.status === 401) await askToken()
        else if (isLost) await pause(againMs)
        else continue
        seq = 0
        continue
      }
      askAsOf(seq)
      const { tasks, totals } = read.value
      store.dispatch({ type: "moment", moment: { seq, at: Date.parse(read.at ?? "") }, tasks, totals })
      feed.restart()
      void readOpen()
      tell()
    }
    running = undefined
  }

  async function readSpan(): Promise<void> {
    const read = await callNow("log.read", { points: mostPoints })
    if ("value" in read) span = read.value.log
    tell()
  }

  /** The task in the panel, as of the moment that is shown. */
  async function readOpen(): Promise<void> {
    const { open, moment } = store.state
    if (!open || !moment) return
    const { id } = open
    const [read, comments] = await Promise.all([
      call("task.read", { id, handoff: true }),
      all("comments", (page) => call("task.comments", { id, ...page })),
    ])
    if (isOver() || store.state.moment?.seq !== moment.seq) return
    if ("refusal" in read) {
      store.dispatch({ type: "unread", id, refusal: read.refusal })
      return
    }
    const { task, handoff = null, found = [] } = read.value
    const said = "value" in comments ? { comments: comments.value } : {}
    store.dispatch({ type: "read", task, handoff, found, ...said })
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
      void readOpen()
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
const open: Status[] = ["doing", "blocked", "review", "todo"]
const recent = 50

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
