import { stripVTControlCharacters } from "node:util"
import type { OutputAdded, OutputPart, OutputRun, Outputs } from "../domain/board/said/outputs.ts"

/** What is kept for each claim, in bytes. */
const mostOfRun = 64 * 1024

/** The latest claims of a task that are kept. */
const mostRuns = 2

/**
 * The memory for all outputs, in bytes. Above this total, the output of the task that printed least recently is
 * dropped.
 */
const mostOutput = 16 * 1024 * 1024

/** The memory that an output costs in addition to its text, in bytes, so that many small outputs are bounded too. */
const costOfRun = 1024

/** How many characters of a line are kept: more than anyone reads on a card. */
const longestLine = 200

/** How many bytes at the end of an output are searched for its last line. */
const tailBytes = 4096

/** The latest output of one task. */
export interface Printed {
  readonly task: number
  readonly epoch: number
  readonly agent: string
  readonly end: number
  readonly line: string
  /** When it was printed, in ms since 1970; missing where another server keeps the output. */
  readonly printedAt?: number
}

/** What commands print, in memory. */
export interface OutputStore extends Outputs {
  /** @param now ms since 1970 */
  add(part: OutputPart, now: number): OutputAdded
  subscribe(listener: (printed: Printed) => void): () => void
  /** The tasks whose output is kept; the task that printed least recently comes first. */
  tasks(): Iterable<number>
  /** The latest output of each of these tasks; the task that printed least recently comes first. */
  latest(): Iterable<Printed>
}

export function createOutputs(since: number, limit = mostOutput): OutputStore {
  // A Map keeps insertion order, so its first key printed least recently. As in `createPresence`, the order is
  // exact only to the second, because deleted keys cost memory until the Map is rebuilt.
  const tasks = new Map<number, TaskOutput>()
  const listeners = new Set<(printed: Printed) => void>()
  let keptSince = since
  let used = 0

  function keep(task: number, kept: TaskOutput, now: number): void {
    const before = tasks.get(task)
    if (before && Math.abs(now - before.writtenAt) < 1000) kept.writtenAt = before.writtenAt
    else tasks.delete(task)
    tasks.set(task, kept)
    used += costOf(kept) - (before ? costOf(before) : 0)
    for (const [oldest, { runs }] of tasks) {
      if (used <= limit || oldest === task) break
      forget(oldest)
      keptSince = Math.max(keptSince, ...runs.map(({ updatedAt }) => updatedAt))
    }
  }

  function forget(task: number): void {
    const kept = tasks.get(task)
    if (!kept) return
    used -= costOf(kept)
    tasks.delete(task)
  }

  return {
    get keptSince() {
      return keptSince
    },
    of: (task) => tasks.get(task)?.runs.map(toRun) ?? [],
    add({ task, epoch, agent, text, at }, now) {
      const runs = tasks.get(task)?.runs ?? []
      const before = runs.find((run) => run.epoch === epoch)
      const { run, isGap } = extend(before ?? emptyRun(epoch, agent, now), Buffer.from(text), at, now)
      const all = [run, ...runs.filter((each) => each !== before)].sort((a, b) => b.epoch - a.epoch)
      keep(task, { runs: all.slice(0, mostRuns), writtenAt: now }, now)
      for (const listener of listeners) listener(printedIn(task, run))
      return { epoch, start: run.start, end: endOf(run), isGap }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    tasks: () => tasks.keys(),
    *latest() {
      for (const [task, { runs }] of tasks) if (runs[0]) yield printedIn(task, runs[0])
    },
  }
}

// --- internal ---

interface TaskOutput {
  readonly runs: readonly Run[]
  writtenAt: number
}

interface Run {
  readonly epoch: number
  readonly agent: string
  readonly startedAt: number
  readonly updatedAt: number
  /** The offset of the first kept byte. */
  readonly start: number
  readonly bytes: Buffer
}

const endOf = ({ start, bytes }: Run): number => start + bytes.length

function emptyRun(epoch: number, agent: string, now: number): Run {
  return { epoch, agent, startedAt: now, updatedAt: now, start: 0, bytes: Buffer.alloc(0) }
}

function costOf({ runs }: TaskOutput): number {
  return runs.reduce((sum, { bytes }) => sum + costOfRun + bytes.length, 0)
}

/**
 * Adds a part at an offset. Text that is already there is not added again. A part that does not adjoin the existing
 * text replaces it: either there was a gap, or the sender started over.
 */
function extend(run: Run, part: Buffer, at = endOf(run), now: number): { run: Run; isGap: boolean } {
  const end = endOf(run)
  const isGap = at > end
  const isApart = isGap || at + part.length < run.start
  const head = isApart ? part : part.subarray(0, Math.max(0, run.start - at))
  const start = isApart ? at : run.start - head.length
  const all = isApart ? part : Buffer.concat([head, run.bytes, part.subarray(end - at)])
  const cut = startOfLine(all, all.length - mostOfRun)
  // A copy, because a slice of a buffer keeps the whole buffer in memory.
  const bytes = Buffer.allocUnsafeSlow(all.length - cut)
  all.copy(bytes, 0, cut)
  return { run: { ...run, updatedAt: now, start: start + cut, bytes }, isGap }
}

/** The position at or after `from` where a line begins or, if no line ends soon, where a character begins. */
function startOfLine(bytes: Buffer, from: number): number {
  if (from <= 0) return 0
  const newline = bytes.subarray(from - 1, from + tailBytes).indexOf("\n")
  if (newline >= 0) return from + newline
  return startOfCharacter(bytes, from)
}

/** In UTF-8, the second and later bytes of a character begin with the bits 10. */
function startOfCharacter(bytes: Buffer, from: number): number {
  let at = from
  while (((bytes[at] ?? 0) & 0xc0) === 0x80) at += 1
  return at
}

function toRun(run: Run): OutputRun {
  const { epoch, agent, startedAt, updatedAt, start, bytes } = run
  const textFrom = (offset: number) => {
    const isKept = offset >= start && offset <= endOf(run)
    return bytes.toString("utf8", startOfCharacter(bytes, isKept ? offset - start : 0))
  }
  return { epoch, agent, startedAt, updatedAt, start, end: endOf(run), textFrom }
}

function printedIn(task: number, run: Run): Printed {
  const { epoch, agent, updatedAt: printedAt } = run
  return { task, epoch, agent, end: endOf(run), line: lastLineOf(run.bytes), printedAt }
}

/** The last line that is not blank. A progress bar overwrites its own line, so only its last text counts. */
function lastLineOf(bytes: Buffer): string {
  const tail = bytes.toString("utf8", startOfCharacter(bytes, Math.max(0, bytes.length - tailBytes)))
  const text = stripVTControlCharacters(tail)
    .split(/[\r\n]/)
    .map((line) => line.replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, " ").trim())
    .findLast((line) => line !== "")
  return Array.from(text ?? "")
    .slice(0, longestLine)
    .join("")
}
