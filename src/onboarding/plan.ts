import type { ClientName } from "./clients.ts"
import { putBack } from "./aside.ts"
import { createDraft, type SeenFile, type SetupStep, type Workspace } from "./draft.ts"
import type { Piece } from "./piece.ts"
import { keyOf } from "./pieces.ts"
import { putIn } from "./put-in.ts"
import type { AgentsRecord, WrittenPiece } from "./record.ts"
import { formOf, takeBack } from "./take-back.ts"

export interface Planning {
  /** What is to be there, or, with `removes`, what may stay. */
  readonly wanted: readonly Piece[]
  readonly removes: boolean
  /** Who is set up when all is done. */
  readonly clients: readonly ClientName[]
  readonly hooks: boolean
  readonly record: AgentsRecord
  /** The file of each piece that is wanted or recorded, by path, and for each in `force` also the one aside. */
  readonly files: ReadonlyMap<string, SeenFile>
  readonly force: ReadonlySet<string>
}

/** What a file is to hold, and the file that this was moved from. */
interface MovedText {
  readonly text: string | undefined
  readonly from: string | undefined
}

export interface Plan {
  readonly steps: readonly SetupStep[]
  /** The new content by path; undefined deletes the file. */
  readonly writes: ReadonlyMap<string, MovedText>
  readonly record: AgentsRecord
}

/** Decides what is written and what is taken back. Pure. What is not certainly ours stays, and a step says so. */
export function plan({ wanted, removes, record, files, force, clients, hooks }: Planning): Plan {
  const drafts = new Map([...files].map(([path, file]) => [path, createDraft(file, record.files[path])]))
  const pieces = new Map(record.pieces.map((each) => [keyOfWritten(each), each]))
  const workspace: Workspace = { drafts, pieces, force }
  const stays = new Set(wanted.map(keyOf))
  // The last one first: it lies in what an earlier one has made.
  const gone = record.pieces.toReversed().filter((each) => !stays.has(keyOfWritten(each)))
  const taken = gone.flatMap((each) => takeBack(each, workspace) ?? [])
  const back = Object.entries(record.files).flatMap(
    ([path, made]) => putBack(path, made, record.pieces, workspace) ?? [],
  )
  const put = removes ? [] : wanted.map((piece) => putIn(piece, workspace))
  const changed = [...drafts].filter(
    ([, { file, text }]) => text !== (file.state === "text" ? file.text : undefined),
  )
  const made = [...drafts].flatMap(([path, draft]) => (draft.made ? [[path, draft.made] as const] : []))
  return {
    steps: [...taken.map((step) => asReverted(step, back)), ...back, ...put],
    writes: new Map(changed.map(([path, { text, from }]) => [path, { text, from }])),
    record: {
      clients,
      hooks,
      pieces: [...pieces.values()],
      files: Object.fromEntries(made),
      directories: record.directories,
    },
  }
}

// --- internal ---

/** A file in whose place the old one is put is not deleted. */
function asReverted(step: SetupStep, back: readonly SetupStep[]): SetupStep {
  const isBack = back.some(({ path, what }) => path === step.path && what === "revert")
  return isBack && step.what === "delete" ? { ...step, what: "remove" } : step
}

function keyOfWritten(written: WrittenPiece): string {
  return keyOf({ path: written.path, form: formOf(written, undefined) })
}
