import { readCommands } from "../../src/domain/board/upcast.ts"
import type { Files } from "../../src/machine/files.ts"
import type { Runtime } from "../../src/machine/runtime.ts"
import { openJournal } from "../../src/storage/journal/journal.ts"
import type { Commit, Log } from "../../src/storage/log.ts"
import { collect, restoreAll } from "../storage/fixture.ts"
import type { Disk } from "./disk.ts"

/** How a process ends. */
export type Ending = "crash" | "kill"

/** Lets a process use a disk until it is done, or has waited so many times. Then it is ended. Gives how often it waited. */
export async function live(
  disk: Disk,
  { waits, ending }: { readonly waits: number; readonly ending: Ending },
  act: (files: Files) => Promise<unknown>,
): Promise<number> {
  let waited = 0
  let end = () => disk[ending]()
  const ended = new Promise<void>((resolve) => {
    end = () => {
      disk[ending]()
      resolve()
    }
  })
  const files = disk.mount(() => {
    waited += 1
    if (waited === waits) end()
    return Promise.resolve()
  })
  await Promise.race([ended, act(files)])
  if (waited < waits) end()
  return waited
}

/** The files of a process that lives on. */
export const mountForGood = (disk: Disk): Files => disk.mount(() => Promise.resolve())

/** A file as programs see it; undefined where there is none. */
export async function contentsOf(disk: Disk, path: string): Promise<string | undefined> {
  const files = mountForGood(disk)
  const stats = await files.stat(path).catch(() => undefined)
  if (stats === undefined) return undefined
  const handle = await files.open(path, "r")
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(stats.size + 1), 0, stats.size + 1, 0)
  return buffer.toString("latin1", 0, bytesRead)
}

export interface Opened {
  readonly log: Log
  /** What follows the snapshot. */
  readonly commits: readonly Commit[]
  /** The last event in the snapshot; 0 where there is none. */
  readonly from: number
  readonly warnings: readonly string[]
}

/** Opens the journal of a disk and restores it. */
export async function openOn(files: Files, segmentSize: number): Promise<Opened> {
  const warnings: string[] = []
  const warn = (message: string) => warnings.push(message)
  const log = await openJournal({ directory: "/home", files, runtime, readCommands, warn, segmentSize })
  const { snapshot, commits } = await restoreAll(log)
  return { log, commits, from: snapshot?.counters.seq ?? 0, warnings }
}

/** The events in the journal, read again from its beginning. */
export async function seqsOf(log: Log): Promise<number[]> {
  return (await collect(log.read(0))).map(({ seq }) => seq)
}

// --- internal ---

/** Nothing waits, and the clock stands still. */
const runtime: Runtime = {
  wall: () => 0,
  monotonic: () => 0,
  after: () => ({ cancel: () => undefined }),
  every: () => ({ cancel: () => undefined }),
  turn: () => Promise.resolve(),
  random: (bytes) => Buffer.alloc(bytes),
}
