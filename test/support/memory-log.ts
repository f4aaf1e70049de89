import { asStored } from "../storage/fixture.ts"
import { UpnextError } from "../../src/errors.ts"
import type { Snapshot } from "../../src/domain/board/snapshot.ts"
import { lastSeq } from "../../src/storage/journal/line.ts"
import type { Commit, Log } from "../../src/storage/log.ts"

/** The contents of a log in memory, as JSON text. To test a restart, give them to the next log. */
export interface MemoryStore {
  commits: string[]
  snapshot: string | undefined
}

export interface MemoryOptions {
  readonly store?: MemoryStore
  /**
   * Called before each append, and may throw. An error of the code `storage_failed` leaves the outcome unknown:
   * the commit is kept if the error's `more.kept` is true, and later commits are refused, as with a failed sync.
   * After any other error nothing was written, as with a full disk.
   */
  beforeAppend?(commit: Commit): void | Promise<void>
  /** After this many characters of log it asks for a checkpoint. By default it never does. */
  readonly checkpointAfter?: number
}

/** A log as an array, gone with the process. It keeps JSON text, so that it shares no record with the board. */
export function createMemoryLog(options: MemoryOptions = {}): Log {
  const { store = createMemoryStore(), checkpointAfter = Infinity } = options
  let seq = store.commits.reduce((_, text) => lastSeq(parse(text)), 0)
  let since = 0
  let busy = false
  let failure: UpnextError | undefined

  async function append(commit: Commit): Promise<void> {
    const text = toText(commit, seq)
    try {
      await options.beforeAppend?.(commit)
    } catch (error) {
      if (error instanceof UpnextError && error.code === "storage_failed") {
        failure = error
        if (error.facts["kept"] === true) store.commits.push(text)
      }
      throw error
    }
    store.commits.push(text)
    since += text.length
    seq = lastSeq(commit)
  }

  const read = (after: number) => readCommitsAfter(store, after, () => seq)

  return {
    restore() {
      const snapshot = store.snapshot === undefined ? undefined : (JSON.parse(store.snapshot) as Snapshot)
      return Promise.resolve({ snapshot, commits: read(snapshot?.counters.seq ?? 0) })
    },
    async commit(decide) {
      if (failure) throw failure
      if (busy) throw new Error("One commit at a time")
      const commit = decide([])
      if (commit === undefined) return
      busy = true
      await append(commit).finally(() => {
        busy = false
      })
    },
    watch: () => () => undefined,
    catchUp: () => Promise.resolve([]),
    read,
    find: (wanted) => findCommitIn(read, wanted),
    verifyHistory: () => Promise.resolve(),
    hasRoom: () => Promise.resolve(true),
    wantsCheckpoint: () => since > checkpointAfter,
    checkpoint(snapshot) {
      const { counters } = snapshot
      if (counters.seq !== seq)
        return Promise.reject(new Error(`This is the board at event ${counters.seq}, not at event ${seq}`))
      store.snapshot = JSON.stringify(asStored(snapshot))
      since = 0
      return Promise.resolve()
    },
    close() {
      failure ??= new UpnextError("unavailable", { detail: "The log is closed." })
      return Promise.resolve()
    },
  }
}

export function createMemoryStore(): MemoryStore {
  return { commits: [], snapshot: undefined }
}

/** The commit as text. Throws where it does not follow on the event `before`. */
export function toText(commit: Commit, before: number): string {
  const last = lastSeq(commit)
  if (commit.seq !== before + 1 || last < commit.seq)
    throw new Error(`A commit after event ${before} cannot contain the events ${commit.seq} to ${last}`)
  return JSON.stringify({ seq: commit.seq, commands: commit.commands })
}

/** The commits that hold an event after `after`, up to the event `end`. */
export async function* readCommitsAfter(
  { commits }: MemoryStore,
  after: number,
  end: () => number,
): AsyncGenerator<Commit> {
  for (let i = placeAfter(commits, after); i < commits.length; i += 1) {
    const commit = parse(commits[i] ?? "")
    if (commit.seq > end()) return
    // A disk answers later too.
    await Promise.resolve()
    yield commit
  }
}

/** The commit that holds an event. */
export async function findCommitIn(read: Log["read"], wanted: number): Promise<Commit | undefined> {
  for await (const commit of read(wanted - 1)) return commit.seq <= wanted ? commit : undefined
  return undefined
}

// --- internal ---

/** The index of the first commit that holds an event after `seq`. */
function placeAfter(commits: readonly string[], seq: number): number {
  let low = 0
  let high = commits.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (lastSeq(parse(commits[middle] ?? "")) <= seq) low = middle + 1
    else high = middle
  }
  return low
}

function parse(text: string): Commit {
  return JSON.parse(text) as Commit
}
