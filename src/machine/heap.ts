import { constants, PerformanceObserver, type PerformanceEntry } from "node:perf_hooks"
import { getHeapStatistics, setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { resourceLimits } from "node:worker_threads"
import { fail, UpnextError } from "../errors.ts"

/** Refuses with `memory_too_small` once what is kept, and the `expected` bytes that are sure to come, leave no room. */
export type HeapCheck = (expected?: number) => void

/**
 * A check for what fills the heap: without it V8 would end the process at the limit, without a word on what to do.
 * `say` words the refusal, with the memory that is needed at least and what Node allows, such as `128 MiB`.
 *
 * A call costs some microseconds. Only near the limit it collects garbage first, so that garbage refuses nothing.
 */
export function createHeapCheck(
  say: (needed: string, allowed: string) => string,
  { most, look }: HeapShares = forReading,
): HeapCheck {
  const limit = oldSpaceLimit()
  let lookAgainAt = limit * 0.65
  return (expected = 0) => {
    if (used() + expected < Math.min(lookAgainAt, limit * look)) return
    collectGarbage()
    const kept = used()
    if (kept + expected > limit * most) refuse((kept + expected) / most)
    lookAgainAt = kept + (limit - kept) / 2
  }

  function refuse(needed: number): never {
    fail("memory_too_small", {
      detail: say(inMebibytes(needed), inMebibytes(limit)),
      facts: { needed: Math.ceil(needed), limit, suggested: suggest(Math.max(limit, needed)) },
    })
  }
}

/** The check for the reading of a board, which is named in the refusal. */
export const createBoardCheck = (board: string): HeapCheck =>
  createHeapCheck(
    (needed, allowed) => `The board ${board} needs at least ${needed} of memory, but Node allows ${allowed}.`,
  )

/**
 * A check for what a running server is sent to keep: it refuses with `memory_full` long before V8 would end the process. A
 * collection holds up everyone, so what was found holds for some seconds.
 */
export function createRoomCheck(): () => void {
  const check = createHeapCheck(
    (needed, allowed) =>
      `The board cannot grow further: the server would need ${needed} of memory, but Node allows ${allowed}.`,
    { most: 0.9, look: 0.9 },
  )
  let refusal: { readonly error: UpnextError; readonly at: number } | undefined
  return () => {
    if (refusal && performance.now() - refusal.at < foundMs) throw refusal.error
    refusal = undefined
    try {
      check(spareOf(oldSpaceLimit()))
    } catch (cause) {
      const { message: detail, facts } = cause as UpnextError
      refusal = { error: new UpnextError("memory_full", { detail, facts, cause }), at: performance.now() }
      throw refusal.error
    }
  }
}

/** Shares of the heap: what may be kept, and from where on a check looks how much of it is garbage. */
export interface HeapShares {
  readonly most: number
  readonly look: number
}

/** Below the 80 % from which on V8 gives up after four collections in a row that bring too little, those made here included. */
const forReading: HeapShares = { most: 0.77, look: 0.77 }

/** For what a running server can do without: it leaves room for requests, and for garbage between two collections. */
export const forExtras: HeapShares = { most: 0.7, look: 0.85 }

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
      `Upnext is using ${inMebibytes(used())} of the ${inMebibytes(limit)} of memory that Node allows, and stops when that memory is full. ` +
        `Restart Upnext with more memory: NODE_OPTIONS=--max-old-space-size=${suggest(limit)}.`,
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
const foundMs = 5000
/**
 * What requests and a checkpoint may need for a moment, in bytes. It leaves a board that a start with as much memory takes,
 * and nothing where there is so little that the board alone fills it.
 */
const spareOf = (limit: number): number =>
  Math.min(Math.max(0, limit - 64 * mebibyte) / 3, Math.max(40 * mebibyte, limit / 10))
const watchMs = 2000

const used = (): number => getHeapStatistics().used_heap_size

/**
 * The limit of what lives long. The rest of V8's limit is for what is new: 48 MiB in Node 22, 192 in 24, 96 in 26.
 * Node tells only a thread how much that is.
 */
function oldSpaceLimit(): number {
  const limit = getHeapStatistics().heap_size_limit
  const { maxYoungGenerationSizeMb: young } = resourceLimits
  if (young !== undefined) return limit - young * mebibyte
  const old = flag("old-space-size")
  if (old !== undefined) return old * mebibyte
  const semiSpace = flag("semi-space-size") ?? (flag("old-space-size-percentage") && largestSemiSpace)
  // Unless told otherwise, V8 gives the three semi-spaces less than a twentieth.
  return semiSpace === undefined ? limit * 0.95 : limit - 3 * semiSpace * mebibyte
}

/** In MiB, in the versions of Node so far. */
const largestSemiSpace = 64

/** What a flag such as `--max-old-space-size=512` says. The last one counts, and those of the call come last. */
function flag(name: string): number | undefined {
  const flags = [process.env["NODE_OPTIONS"] ?? "", ...process.execArgv].join(" ").replaceAll("_", "-")
  const said = [...flags.matchAll(new RegExp(`--max-${name}=(\\d+)`, "g"))].at(-1)?.[1]
  return Number(said) || undefined
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

const inMebibytes = (bytes: number): string => `${Math.ceil(bytes / mebibyte)} MiB`

/** Twice as much, in MiB, as `--max-old-space-size` takes it. */
const suggest = (bytes: number): number => Math.ceil((bytes * 2) / mebibyte / 256) * 256
