import type { SearchIndex } from "../domain/board/search.ts"
import { fail } from "../errors.ts"
import { sleep } from "../machine/runtime.ts"
import type { Engine } from "./api.ts"
import { createEngine, type EngineOptions } from "./engine.ts"
import type { Past } from "./past.ts"
import { explain, isExpected } from "./storage-health.ts"

export interface SupervisedOptions extends Omit<EngineOptions, "search" | "past" | "onDiverged"> {
  /** Makes an empty index, which is closed with the engine. */
  createSearch(): SearchIndex
  /** Opens the reader of earlier states of the log, which is closed together with the engine. */
  openPast(): Past
}

/**
 * An engine that survives a divergence: when the log has gone back to an earlier state, the board is dropped, and a
 * new engine over the same log replaces the old one. `onReset` tells the followers of the events.
 */
export async function createSupervisedEngine(options: SupervisedOptions): Promise<Engine> {
  const { runtime, log, warn, createSearch, openPast } = options
  const open = (onDiverged?: () => void) =>
    createEngine({ ...options, search: createSearch(), past: openPast(), ...(onDiverged && { onDiverged }) })
  // No other server writes to this log.
  if (!log.wall) return open()

  const followers = createFollowers(() => engine)
  const resets = new Set<() => void>()
  const closing = new AbortController()
  let renewing: Promise<void> | undefined
  let engine = await begin()

  /** Tries until there is an engine whose log has not diverged. */
  async function begin(): Promise<Engine> {
    const first: { engine?: Engine; hasDiverged?: boolean } = {}
    first.engine = await open(() => {
      first.hasDiverged = true
      if (first.engine) renewing ??= renew()
    })
    if (!first.hasDiverged) return first.engine
    await first.engine.close()
    return begin()
  }

  async function renew(): Promise<void> {
    await engine.close()
    for (;;) {
      try {
        engine = await begin()
        break
      } catch (error) {
        if (!isExpected(error)) warn("Rereading the board failed", error)
        else warn(`Rereading the board failed: ${explain(error)}`)
        await sleep(retryMs, { runtime, signal: closing.signal })
        if (closing.signal.aborted) return
      }
    }
    renewing = undefined
    followers.attachAll()
    for (const listener of resets) listener()
  }

  return {
    run(call) {
      if (renewing) fail("unavailable", renewal)
      return engine.run(call)
    },
    health: () => (renewing ? { status: "storage_diverged", detail: renewal } : engine.health()),
    get identities() {
      return engine.identities
    },
    leaseToken: (held) => engine.leaseToken(held),
    get seq() {
      return engine.seq
    },
    boardFacts: () => engine.boardFacts(),
    reach: (seq, how) => engine.reach(seq, how),
    subscribe: (listener) => followers.add((to) => to.subscribe(listener)),
    watchOutput: (listener) => followers.add((to) => to.watchOutput(listener)),
    latestOutput: () => engine.latestOutput(),
    onReset(listener) {
      resets.add(listener)
      return () => void resets.delete(listener)
    },
    history: (after) => engine.history(after),
    namedFiles: () => engine.namedFiles(),
    tick: () => engine.tick(),
    async close() {
      closing.abort()
      await renewing
      await engine.close()
      // An engine whose log has diverged leaves the log open.
      if (renewing) await log.close()
    },
  }
}

// --- internal ---

/** Anything that follows an engine starts over with each new engine. Returns a function that stops it. */
type Attach = (engine: Engine) => () => void

function createFollowers(current: () => Engine) {
  const stops = new Map<Attach, () => void>()
  return {
    add(attach: Attach): () => void {
      stops.set(attach, attach(current()))
      return () => {
        stops.get(attach)?.()
        stops.delete(attach)
      }
    },
    attachAll() {
      for (const attach of stops.keys()) stops.set(attach, attach(current()))
    },
  }
}

const renewal = "The database has gone back to an earlier state, so the board is being read again."
const retryMs = 5_000
