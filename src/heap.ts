import { constants, PerformanceObserver, type PerformanceEntry } from "node:perf_hooks"
import { getHeapStatistics, setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { fail } from "./errors.ts"

/**
 * A check for the reading of a board: refuses with `memory_too_small` once what is kept, and the `expected` bytes that
 * are sure to come, leave no room below the limit of the heap. V8 would end the process in its place, without a word
 * on what to do. `source` names what is read.
 *
 * A call costs some microseconds. Only near the limit it collects garbage first, so that garbage refuses no board.
 */
export function createHeapCheck(source: string): (expected?: number) => void {
  const limit = oldSpaceLimit()
  // From 80 % on V8 gives up after four collections in a row that bring too little, those made here included.
  const most = limit * 0.8
  let lookAgainAt = limit * 0.65
  return (expected = 0) => {
    if (used() + expected < Math.min(lookAgainAt, most)) return
    collectGarbage()
    const kept = used()
    if (kept + expected > most) refuse(source, (kept + expected) / 0.8, limit)
    lookAgainAt = kept + (limit - kept) / 2
  }
}

/** Warns once, in one line, when more than nine tenths of the heap are in use after a collection of garbage. Gives its end. */
export function watchHeap(warn: (message: string) => void): () => void {
  const limit = oldSpaceLimit()
  // Each collection costs the observer some microseconds, so it looks only while the heap is nearly full.
  const observer = new PerformanceObserver((list) => {
    if (!list.getEntries().some(isMajorCollection)) return
    observer.disconnect()
    if (used() <= limit * 0.9) return
    clearInterval(timer)
    warn(
      `Upnext uses ${inMebibytes(used())} of the ${inMebibytes(limit)} of memory that Node allows, and ends when they are full. ` +
        `Restart it with more: NODE_OPTIONS=--max-old-space-size=${suggest(limit)}.`,
    )
  })
  const timer = setInterval(() => {
    if (used() > limit * 0.9) observer.observe({ entryTypes: ["gc"] })
  }, watchMs).unref()
  return () => {
    clearInterval(timer)
    observer.disconnect()
  }
}

// --- internal ---

const mebibyte = 1024 * 1024
const watchMs = 2000

const used = (): number => getHeapStatistics().used_heap_size

/** The limit of what lives long. The rest of V8's limit, three semi-spaces of 16 MiB each, is for what is new. */
function oldSpaceLimit(): number {
  const flags = [...process.execArgv, process.env["NODE_OPTIONS"] ?? ""].join(" ")
  const semiSpace = Number(/--max[-_]semi[-_]space[-_]size=(\d+)/.exec(flags)?.[1] ?? 16) * mebibyte
  return getHeapStatistics().heap_size_limit - 3 * semiSpace
}

function collectGarbage(): void {
  setFlagsFromString("--expose-gc")
  const collect = runInNewContext("gc") as () => void
  collect()
  setFlagsFromString("--no-expose-gc")
}

function isMajorCollection(entry: PerformanceEntry & { readonly detail?: unknown }): boolean {
  const { detail } = entry
  return (
    typeof detail === "object" &&
    detail !== null &&
    "kind" in detail &&
    detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR
  )
}

function refuse(source: string, needed: number, limit: number): never {
  fail("memory_too_small", {
    detail: `The board of ${source} needs at least ${inMebibytes(needed)} of memory, and Node allows ${inMebibytes(limit)}.`,
    facts: { needed, limit, suggested: suggest(Math.max(limit, needed)) },
  })
}

const inMebibytes = (bytes: number): string => `${Math.ceil(bytes / mebibyte)} MiB`

/** Twice as much, in MiB, as `--max-old-space-size` takes it. */
const suggest = (bytes: number): number => Math.ceil((bytes * 2) / mebibyte / 256) * 256
