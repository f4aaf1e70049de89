import { asStored } from "../storage/fixture.ts"
import { UpnextError } from "../../src/errors.ts"
import type { Snapshot } from "../../src/domain/board/snapshot.ts"
import { lastSeq } from "../../src/storage/journal/line.ts"
import { createMemoryStore, findCommitIn, readCommitsAfter, toText, type MemoryStore } from "./memory-log.ts"
import type { Commit, DecideCommit, Log } from "../../src/storage/log.ts"

/** One log in memory that several servers share. */
export interface SharedMemory {
  readonly store: MemoryStore
  /** The log as one more server sees it. */
  open(options?: SharedMemoryOptions): SharedMemoryLog
}

export interface SharedMemoryOptions {
  /**
   * Called at each step, which waits for it, and fails if it throws. `lock`: before the commit gets its turn;
   * `locked`: when it has its turn; `append`: before it is appended; `appended`: after that, so that a failure leaves
   * the outcome unknown; `read`: before the commits of others are read.
   */
  at?(step: MemoryStep): void | Promise<void>
  /** After this many characters of log it asks for a checkpoint. By default it never does. */
  readonly checkpointAfter?: number
  /** False: this server is not told when others append something. Default: true. */
  readonly hearsOthers?: boolean
  /** Brings this server what others tell it. By default it comes soon. */
  deliver?(message: () => void): void
}

export type MemoryStep = "lock" | "locked" | "append" | "appended" | "read"

export interface SharedMemoryLog extends Log {
  readonly wall: () => number
  readonly peers: NonNullable<Log["peers"]>
  /** Says that this server serves the log, as a server in a process of its own does every few seconds. */
  renew(): void
}

/** @param wall the clock of the log, in ms since 1970 */
export function createSharedMemory(wall: () => number, store = createMemoryStore()): SharedMemory {
  const watchers = new Map<SharedMemoryOptions, () => void>()
  const hearers = new Set<{ readonly self: SharedMemoryOptions; hear(text: string): void }>()
  /** Resolves when the last commit that was begun has ended. */
  let turn: Promise<unknown> = Promise.resolve()
  let aliveAt: number | undefined
  let servers = 0

  function open(options: SharedMemoryOptions = {}): SharedMemoryLog {
    const { checkpointAfter = Infinity, hearsOthers = true } = options
    const self = { ...options }
    servers += 1
    /** How many commits this server knows, the text of the last one, and its last event. */
    let known = { count: 0, text: "", seq: 0 }
    let since = 0
    let busy = false
    let failure: UpnextError | undefined

    /** Hands over the commits that this server does not know yet. */
    function takeOthers(): Commit[] {
      if ((store.commits[known.count - 1] ?? "") !== known.text) {
        failure = new UpnextError("storage_diverged", {
          detail: "The log does not hold what was read from it.",
        })
        throw failure
      }
      const texts = store.commits.slice(known.count)
      const commits = texts.map((text) => JSON.parse(text) as Commit)
      const last = commits.at(-1)
      if (last) known = { count: store.commits.length, text: texts.at(-1) ?? "", seq: lastSeq(last) }
      since += texts.reduce((sum, text) => sum + text.length, 0)
      return commits
    }

    async function commitInTurn(decide: DecideCommit): Promise<void> {
      if (failure) throw failure
      await options.at?.("locked")
      const before = aliveAt
      const commit = decide(takeOthers(), before)
      aliveAt = wall()
      if (commit === undefined) return
      const text = toText(commit, known.seq)
      await options.at?.("append")
      store.commits.push(text)
      for (const [other, listener] of watchers) if (other !== self) deliver(other, listener)
      await options.at?.("appended")
      known = { count: store.commits.length, text, seq: lastSeq(commit) }
      since += text.length
    }

    /** One thing at a time, as on one connection. */
    async function alone<T>(work: () => Promise<T>): Promise<T> {
      if (failure) throw failure
      if (busy) throw new Error("One commit at a time")
      busy = true
      return work().finally(() => {
        busy = false
      })
    }

    const read = (after: number) => readCommitsAfter(store, after, () => Infinity)

    return {
      async restore() {
        await options.at?.("read")
        failure = undefined
        const snapshot = store.snapshot === undefined ? undefined : (JSON.parse(store.snapshot) as Snapshot)
        const first = snapshot?.counters.seq ?? 0
        known = { count: 0, text: "", seq: 0 }
        const commits = takeOthers().filter((commit) => lastSeq(commit) > first)
        since = 0
        return { snapshot, commits: inTurn(commits) }
      },
      commit: (decide) =>
        alone(async () => {
          await options.at?.("lock")
          const mine = turn.then(() => commitInTurn(decide))
          turn = mine.catch(() => undefined)
          await mine
        }),
      watch(listener) {
        if (hearsOthers) watchers.set(self, listener)
        return () => void watchers.delete(self)
      },
      catchUp: () =>
        alone(async () => {
          await options.at?.("read")
          return takeOthers()
        }),
      wall,
      renew() {
        if (aliveAt !== undefined && wall() - aliveAt <= renewableMs) aliveAt = wall()
      },
      peers: {
        tell(text) {
          for (const hearer of hearers)
            if (hearer.self !== self) deliver(hearer.self, () => hearer.hear(text))
        },
        hear(listener) {
          const hearer = { self, hear: listener }
          hearers.add(hearer)
          return () => void hearers.delete(hearer)
        },
      },
      read,
      find: (seq) => findCommitIn(read, seq),
      verifyHistory: () => Promise.resolve(),
      hasRoom: () => Promise.resolve(true),
      wantsCheckpoint: () => since > checkpointAfter,
      checkpoint(snapshot) {
        const { seq } = snapshot.counters
        if (seq !== known.seq)
          return Promise.reject(new Error(`This is the board at event ${seq}, not at event ${known.seq}`))
        store.snapshot = JSON.stringify(asStored(snapshot))
        since = 0
        return Promise.resolve()
      },
      close() {
        failure = new UpnextError("unavailable", { detail: "The log is closed." })
        servers -= 1
        if (servers === 0 && aliveAt !== undefined) aliveAt = 0
        watchers.delete(self)
        for (const hearer of hearers) if (hearer.self === self) hearers.delete(hearer)
        return Promise.resolve()
      },
    }
  }

  return { store, open }
}

// --- internal ---

/** A log without a server for longer is renewed only by a commit. */
const renewableMs = 30_000

function deliver(to: SharedMemoryOptions, message: () => void): void {
  if (to.deliver) to.deliver(message)
  else setImmediate(message)
}

async function* inTurn(commits: readonly Commit[]): AsyncGenerator<Commit> {
  for (const commit of commits) yield await Promise.resolve(commit)
}
