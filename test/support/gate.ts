import { fail } from "../../src/errors.ts"
import type { Commit, Log } from "../../src/storage/log.ts"
import { createMemoryLog, createMemoryStore, type MemoryStore } from "./memory-log.ts"

type Fault = "storage_full" | "storage_failed" | "kept"

/** A log in memory whose appends a test can hold, count, and make fail. */
export interface Gate {
  readonly store: MemoryStore
  openLog(): Log
  /** Every commit that somebody tried to append. */
  readonly appends: readonly Commit[]
  /** Makes appends wait from now on. `reached` resolves when one is waiting. */
  hold(): { readonly reached: Promise<void>; letGo(fault?: Fault): void }
  /** Makes appends fail from now on, or with undefined succeed again. `kept`: the sync fails, but the data is written. */
  break(fault: Fault | undefined): void
}

export function createGate(): Gate {
  const store = createMemoryStore()
  const appends: Commit[] = []
  let fault: Fault | undefined
  let held: { reached(): void; opened: Promise<Fault | undefined> } | undefined

  function throwFault(kind: Fault | undefined): void {
    if (kind === "storage_full") fail("storage_full", "There is no room.")
    if (kind) fail("storage_failed", { detail: "The sync failed.", facts: { kept: kind === "kept" } })
  }

  return {
    store,
    appends,
    openLog() {
      const log = createMemoryLog({
        store,
        async beforeAppend(commit) {
          appends.push(commit)
          held?.reached()
          throwFault(held ? await held.opened : fault)
        },
      })
      return { ...log, hasRoom: () => Promise.resolve(fault !== "storage_full") }
    },
    hold() {
      const reached = deferred<undefined>()
      const opened = deferred<Fault | undefined>()
      const own = (held = { reached: () => reached.resolve(undefined), opened: opened.promise })
      return {
        reached: reached.promise,
        letGo(kind) {
          if (held === own) held = undefined
          opened.resolve(kind)
        },
      }
    },
    break: (kind) => void (fault = kind),
  }
}

// --- internal ---

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((done) => (resolve = done))
  return { promise, resolve: (value: T) => resolve(value) }
}
