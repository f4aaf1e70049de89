import { obstacleOf, type SetupStep, type Workspace } from "./draft.ts"
import { handlingOf } from "./forms/handling.ts"
import type { Form } from "./piece.ts"
import { keyOf } from "./pieces.ts"
import { sha256, type MadeFile, type WrittenPiece } from "./record.ts"

/** Takes a recorded piece out of its file, if it still is what was written. undefined if it is gone already. */
export function takeBack(written: WrittenPiece, { drafts, pieces, force }: Workspace): SetupStep | undefined {
  const { path } = written
  const place = { path, ...(written.at && { at: written.at.join(".") }) }
  const draft = drafts.get(path)
  const form = formOf(written, draft?.made)
  const key = keyOf({ path, form })
  if (draft?.file.state === "refused") return { ...place, what: "left", why: draft.file.why }
  const handling = handlingOf(form)
  const sight = draft?.text === undefined ? undefined : handling.look(draft.text, form)
  if (draft?.text === undefined || !sight || sight.state === "missing") {
    pieces.delete(key)
    return undefined
  }
  const isForced = force.has(path)
  if (sight.state !== "found") return { ...place, what: "left", why: sight.why }
  if (written.sha256 !== sha256(sight.current) && !isForced)
    return { ...place, what: "left", why: "it was edited", canForce: true }
  const obstacle = obstacleOf(draft, isForced)
  if (obstacle) return { ...place, what: "left", ...obstacle }
  draft.text = handling.take(draft.text, form, written)
  pieces.delete(key)
  const isShared = [...pieces.values()].some((each) => each.path === path)
  if (!draft.made || isShared || !handling.isBare(draft.text, form)) return { ...place, what: "remove" }
  draft.text = draft.made.blank
  draft.made = undefined
  return { ...place, what: draft.text === undefined ? "delete" : "remove" }
}

/** Enough of a form to find a recorded piece and to take it out. */
export function formOf(
  { kind, marks = "markdown", at = [], sign = "" }: WrittenPiece,
  made: MadeFile | undefined,
): Form {
  const besides = made?.besides ?? {}
  if (kind === "block") return { kind, marks, text: "" }
  if (kind === "entry") return { kind, at, value: null, besides }
  if (kind === "item") return { kind, at, value: null, sign, besides }
  return { kind, text: "" }
}
