import { fail } from "../errors.ts"
import { copyFiles } from "../storage/attachments/copy.ts"
import { inspectAttachments, type DamagedFile } from "../storage/attachments/inspect.ts"
import type { BoardSettings } from "../storage/storage.ts"
import type { BoardSource, BoardTarget } from "../storage/whole-board.ts"
import { createFolding, type BoardDigest } from "./digest.ts"

export interface MoveOptions {
  readonly source: BoardSource
  readonly target: BoardTarget
  /** For a board that is not stored with settings. */
  readonly settings: BoardSettings
  /** Hears what is done, and how much of it, from 0 to 1. */
  tell(step: MoveStep, share: number): void
}

export type MoveStep = "copy" | "verify"

/** What was moved, and which files were not there whole, so that they stayed behind. */
export interface MovedBoard extends BoardDigest {
  readonly damagedFiles: readonly DamagedFile[]
}

/** Undefined where an earlier move was broken off after its last step but one, and this one ended it. */
export type Moved = MovedBoard | undefined

/**
 * Moves a whole board. Until the source is marked as moved, it alone can be started; from then on the target alone.
 * Broken off at any moment, it can be repeated.
 *
 * @throws board_moved, board_exists, storage_damaged, and what reading and writing throw
 */
export async function moveBoard({ source, target, settings, tell }: MoveOptions): Promise<Moved> {
  if (source.movedTo !== undefined) {
    if (source.movedTo !== target.place || !(await target.isWaiting(source.key)))
      failMoved(source.place, source.movedTo)
    await target.finish()
    return undefined
  }
  const [before, after] = [createFolding(), createFolding()]
  await target.write({
    from: source.place,
    key: source.key,
    settings: source.settings ?? settings,
    commits: before.pass(source.commits((share) => tell("copy", share))),
  })
  const expected = before.digest()
  for await (const _ of after.pass(target.commits((share) => tell("verify", share))));
  const found = after.digest()
  if (found.sha256 !== expected.sha256 || found.commits !== expected.commits) {
    await target.discard()
    failDiffering(target.place, expected, found)
  }
  await copyFiles(source.files, () => target.files())
  const { damaged: damagedFiles } = await inspectAttachments(
    source.commits(() => undefined),
    source.files,
  )
  await source.markMoved(target.place)
  await target.finish()
  return { ...expected, damagedFiles }
}

// --- internal ---

function failMoved(place: string, to: string): never {
  fail("board_moved", { detail: `The board of ${place} was moved to ${to}.`, facts: { to } })
}

function failDiffering(place: string, expected: BoardDigest, found: BoardDigest): never {
  const say = ({ commits, seq, tasks }: BoardDigest) => `${commits} commits, ${seq} events, ${tasks} tasks`
  fail("storage_damaged", {
    detail: `${place} returns ${say(found)} instead of ${say(expected)}. Nothing was moved.`,
    facts: { part: "copy" },
  })
}
