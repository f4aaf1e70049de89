import { asideOf, moveAside } from "./aside.ts"
import { obstacleOf, type FileDraft, type SetupStep, type Workspace } from "./draft.ts"
import { whatIsNotPlain } from "./forms/json-text.ts"
import { handlingOf } from "./forms/handling.ts"
import type { Form, Piece, Sight, Trace } from "./piece.ts"
import { keyOf } from "./pieces.ts"
import { sha256, type WrittenPiece } from "./record.ts"

/** Puts a piece into its file, unless what is there is not certainly ours. */
export function putIn(piece: Piece, workspace: Workspace): SetupStep {
  const { path, form } = piece
  const at = "at" in form ? { at: form.at.join(".") } : {}
  return { path, ...at, ...putInto(piece, workspace) }
}

// --- internal ---

type Outcome = Omit<SetupStep, "path" | "at">

function putInto(piece: Piece, workspace: Workspace): Outcome {
  const { drafts, pieces, force } = workspace
  const { path, form } = piece
  const draft = drafts.get(path)
  if (!draft) return { what: "left", why: "it was not checked" }
  const handling = handlingOf(form)
  const key = keyOf(piece)
  const written = pieces.get(key)
  const isForced = force.has(path)
  const obstacle = obstacleOf(draft, isForced)
  if (draft.file.state === "refused") return { what: "left", ...obstacle }
  const sight: Sight = draft.text === undefined ? { state: "missing" } : lookAs(draft.text, form)
  const wanted = handling.wanted(form)
  if (sight.state === "found" && sight.current === wanted) {
    if (written) pieces.set(key, writtenOf(piece, wanted, written))
    return { what: "keep", ...(!written && { why: "it already existed" }) }
  }
  const isOurs = sight.state === "found" && written?.sha256 === sha256(sight.current)
  if (obstacle) return { what: "left", ...obstacle }
  if (sight.state === "found" && draft.text !== undefined) {
    if (!isOurs && !isForced)
      return {
        what: "left",
        why: written ? "it was edited" : "it differs from what upnext wrote",
        canForce: true,
      }
    draft.text = handling.replace(draft.text, form, draft.eol)
    // Nothing of the file is anyone else's any more.
    if (form.kind === "whole") draft.made ??= {}
    pieces.set(key, writtenOf(piece, wanted, written ?? {}))
    return { what: "update" }
  }
  const cleared = clear(path, sight, { draft, workspace, isForced })
  if (cleared.left) return { what: "left", ...cleared.left }
  const isNew = draft.text === undefined
  if (draft.text === undefined || draft.text.trim() === "")
    draft.made = {
      ...(draft.text !== undefined && { blank: draft.text }),
      ...("besides" in form && { besides: form.besides }),
      ...(cleared.moved !== undefined && { moved: cleared.moved }),
    }
  const put = handling.put(draft.text, form, draft.eol)
  draft.text = put.text
  pieces.set(key, writtenOf(piece, wanted, put.trace))
  return {
    what: isNew && draft.file.state === "missing" ? "create" : "add",
    ...(cleared.why !== undefined && { why: cleared.why }),
  }
}

/** What became of what was in the way, the hash of what was moved aside; or why nothing was done. */
interface Cleared {
  readonly why?: string
  readonly moved?: string
  readonly left?: Omit<Outcome, "what">
}

/** Clears away what keeps a piece out, if a person insists. */
function clear(
  path: string,
  sight: Sight,
  { draft, workspace, isForced }: { draft: FileDraft; workspace: Workspace; isForced: boolean },
): Cleared {
  if (sight.state === "found" || sight.state === "missing") return {}
  const canForce = sight.state === "broken" || sight.without !== undefined
  const movesTo = canForce && sight.without === undefined ? asideOf(path) : undefined
  if (!isForced || !canForce)
    return {
      left: { why: sight.why, ...(canForce && { canForce }), ...(movesTo !== undefined && { movesTo }) },
    }
  if (sight.without !== undefined) {
    draft.text = sight.without
    return {}
  }
  const moved = moveAside(path, workspace)
  if (moved === undefined) return { left: { why: `${asideOf(path)} is in the way` } }
  return { why: `its old content is in ${asideOf(path)}`, moved }
}

/** What a file says about a piece to those who read it. */
function lookAs(text: string, form: Form): Sight {
  const sight = handlingOf(form).look(text, form)
  const readers = "plainFor" in form ? form.plainFor : undefined
  const hinders = readers === undefined || text.trim() === "" ? undefined : whatIsNotPlain(text)
  if (hinders === undefined || sight.state === "broken") return sight
  return { state: "broken", why: `it has ${hinders}, so ${readers} none of it; remove them first` }
}

function writtenOf({ path, form }: Piece, wanted: string, { space, depth }: Trace): WrittenPiece {
  return {
    path,
    kind: form.kind,
    ...(form.kind === "block" && { marks: form.marks }),
    ...("at" in form && { at: form.at }),
    ...(form.kind === "item" && { sign: form.sign }),
    sha256: sha256(wanted),
    ...(space !== undefined && { space }),
    ...(depth !== undefined && { depth }),
  }
}
