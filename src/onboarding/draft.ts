import type { MadeFile, WrittenPiece } from "./record.ts"

/** A file as it was read, its byte order mark apart. `refused`: nothing may be written there. */
export type SeenFile =
  | { readonly state: "missing" }
  | { readonly state: "text"; readonly text: string; readonly eol: string; readonly isReadOnly: boolean }
  | { readonly state: "refused"; readonly why: string }

/** A file while it is planned what becomes of it. */
export interface FileDraft {
  readonly file: SeenFile
  /** undefined: there is no file. */
  text: string | undefined
  readonly eol: string
  made: MadeFile | undefined
  /** The file that the text was moved here from, with its mode and its byte order mark. */
  from?: string
}

/** What happens at one place, or why nothing can. */
export interface SetupStep {
  readonly path: string
  readonly at?: string
  readonly what: "create" | "add" | "update" | "remove" | "delete" | "revert" | "keep" | "left"
  /** Of `left`: why. Of another one: what a reader should know about it. */
  readonly why?: string
  /** Of `left`: `--force` with this path does it all the same. */
  readonly canForce?: boolean
  /** Where that moves the old content. */
  readonly movesTo?: string
}

/** Everything that changes while a plan is made. */
export interface Workspace {
  readonly drafts: ReadonlyMap<string, FileDraft>
  /** What is written, by key. */
  readonly pieces: Map<string, WrittenPiece>
  readonly force: ReadonlySet<string>
}

export function createDraft(file: SeenFile, made: MadeFile | undefined): FileDraft {
  if (file.state !== "text") return { file, text: undefined, eol: "\n", made: undefined }
  return { file, text: file.text, eol: file.eol, made }
}

/** Why a file may not be changed; undefined if it may. */
export function obstacleOf(
  { file }: FileDraft,
  isForced: boolean,
): Pick<SetupStep, "why" | "canForce"> | undefined {
  if (file.state === "refused") return { why: file.why }
  if (file.state === "text" && file.isReadOnly && !isForced) return { why: "it is read-only", canForce: true }
  return undefined
}
