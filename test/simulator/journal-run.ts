import { UpnextError } from "../../src/errors.ts"
import type { Files } from "../../src/machine/files.ts"
import type { Commit, Log } from "../../src/storage/log.ts"
import { collect, commitOf, snapshotAt } from "../storage/fixture.ts"
import type { Random } from "../support/random.ts"
import { createDisk, noFaults, type Disk, type DiskFaults } from "./disk.ts"
import { live, openOn } from "./lives.ts"

/** How often each thing happened. */
export type Counts = Record<string, number>

/**
 * Uses a journal on a simulated disk through some lives. Each ends by a power cut or a kill, early or late, and the last
 * one has no faults. Throws where an acknowledged commit is not there, or something else is, or damage is reported.
 */
export async function runJournal(random: Random, counts: Counts = {}): Promise<void> {
  const disk = createDisk(random)
  const ledger: Ledger = { kept: [], unknown: undefined }
  const segmentSize = random.pick([1, 2000, 8000])
  const count = (name: string) => (counts[name] = (counts[name] ?? 0) + 1)
  const life = { disk, random, ledger, segmentSize, count }
  for (let lives = 2 + random.below(4); lives > 0; lives -= 1) {
    disk.faults = someFaults(random)
    const waits = 1 + random.below(random.pick([20, 100, 400]))
    const ending = random.pick(["crash", "crash", "kill"] as const)
    await live(disk, { waits, ending }, (files) => spend(files, { ...life, allowed: failures }))
    disk.room = Infinity
  }
  disk.faults = noFaults
  await live(disk, { waits: Infinity, ending: "kill" }, (files) => spend(files, { ...life, allowed: full }))
}

// --- internal ---

const full = ["storage_full"]
const failures = [...full, "storage_failed"]

/** What is known of a journal without reading it. */
interface Ledger {
  /** Each as JSON text, in order: all that were acknowledged, or were there after a start. */
  readonly kept: string[]
  /** The commit whose outcome is not known. */
  unknown: Commit | undefined
}

interface Life {
  readonly disk: Disk
  readonly random: Random
  readonly ledger: Ledger
  readonly segmentSize: number
  readonly allowed: readonly string[]
  count(name: string): void
}

function someFaults(random: Random): DiskFaults {
  const often = () => (random.chance(0.4) ? random.next() * 0.2 : 0)
  return {
    shortWrites: often(),
    failedWrites: often() / 4,
    failedSyncs: often(),
    slowSyncs: 0.3,
    slowMs: 50,
  }
}

/** Opens the journal, and commits and takes checkpoints, until something fails or it has done enough. */
async function spend(files: Files, life: Life): Promise<void> {
  const { disk, random, ledger, allowed, count } = life
  const log = await openChecked(files, life)
  if (log === undefined) return
  let checkpoint: Promise<void> | undefined
  for (let n = random.below(15); n > 0; n -= 1) {
    if (random.chance(0.15)) disk.room = random.pick([0, random.below(4000), Infinity, Infinity])
    if (random.chance(0.2)) {
      await checkpoint
      checkpoint = log.checkpoint(snapshotAt(ledger.kept.length, random.below(30))).then(
        () => count("checkpoint"),
        (error: unknown) => void codeOf(error, allowed),
      )
      if (random.chance(0.5)) await checkpoint
    }
    if (!(await commitOne(log, life))) return
  }
  await checkpoint
  if (random.chance(0.5)) await log.close()
}

/** Opens the journal and checks all that it holds. undefined where the disk failed. */
async function openChecked(files: Files, life: Life): Promise<Log | undefined> {
  const { ledger, segmentSize, allowed, count } = life
  try {
    const { log, commits, from, warnings } = await openOn(files, segmentSize)
    const all = await collect(log.read(0))
    checkKept(all, ledger, count)
    if (JSON.stringify(commits) !== JSON.stringify(all.slice(from)))
      throw new Error(`Not these commits follow the snapshot at ${from}`)
    await log.verifyHistory(new AbortController().signal)
    for (const warning of warnings) {
      if (!warning.includes("the last line was cut short by a crash")) throw new Error(warning)
      count("torn line")
    }
    if ((await files.readdir("/home/journal")).length > 1) count("several segments")
    return log
  } catch (error) {
    count(`start refused: ${codeOf(error, allowed)}`)
    return undefined
  }
}

function checkKept(all: readonly Commit[], ledger: Ledger, count: (name: string) => void): void {
  const found = all.map((commit) => JSON.stringify(commit))
  const { kept, unknown } = ledger
  const extra = found.slice(kept.length)
  if (JSON.stringify(found.slice(0, kept.length)) !== JSON.stringify(kept))
    throw new Error(`${kept.length} commits were acknowledged; ${found.length} are there, or others`)
  if (extra.length > 1 || (extra.length === 1 && extra[0] !== JSON.stringify(unknown)))
    throw new Error(`${extra.length} commits are there that were refused`)
  if (unknown) count(extra.length > 0 ? "unknown outcome: kept" : "unknown outcome: lost")
  kept.push(...extra)
  ledger.unknown = undefined
}

/** Commits one event. False where the outcome is unknown. */
async function commitOne(log: Log, { random, ledger, allowed, count }: Life): Promise<boolean> {
  const text = "x".repeat(random.below(random.pick([50, 600, 9000])))
  const next = commitOf(ledger.kept.length + 1, text)
  ledger.unknown = next
  try {
    await log.commit(() => next)
    ledger.kept.push(JSON.stringify(next))
    count("commit")
  } catch (error) {
    const code = codeOf(error, allowed)
    count(`commit refused: ${code}`)
    if (code === "storage_failed") return false
  }
  ledger.unknown = undefined
  return true
}

function codeOf(error: unknown, allowed: readonly string[]): string {
  if (error instanceof UpnextError && allowed.includes(error.code)) return error.code
  throw error
}
