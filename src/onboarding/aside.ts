import type { SetupStep, Workspace } from "./draft.ts"
import { sha256, type MadeFile, type WrittenPiece } from "./record.ts"
import { takeBack } from "./take-back.ts"

/** Where the content of a file goes that its reader cannot read, when a person insists. */
export const asideOf = (path: string): string => `${path}.orig`

/**
 * Moves what a file holds aside, without the pieces that upnext put there. Answers the hash by which it is known later;
 * undefined: something is in the way.
 */
export function moveAside(path: string, workspace: Workspace): string | undefined {
  const { drafts, pieces } = workspace
  const [draft, aside] = [drafts.get(path), drafts.get(asideOf(path))]
  if (!draft || aside?.file.state !== "missing" || aside.text !== undefined) return undefined
  const own = [...pieces.values()].toReversed().filter((each) => each.path === path)
  for (const each of own) takeBack(each, { ...workspace, force: new Set() })
  aside.text = draft.text ?? ""
  aside.from = path
  draft.text = undefined
  return sha256(aside.text)
}

/** Puts back what was moved aside for pieces that are all taken out now, if nothing else is in its place. */
export function putBack(
  path: string,
  { moved }: MadeFile,
  written: readonly WrittenPiece[],
  { drafts, pieces }: Workspace,
): SetupStep | undefined {
  const [draft, aside] = [drafts.get(path), drafts.get(asideOf(path))]
  const isOut =
    written.some((each) => each.path === path) && ![...pieces.values()].some((each) => each.path === path)
  if (moved === undefined || !isOut || !draft || aside?.text === undefined) return undefined
  const keep = { path: asideOf(path), what: "keep" } as const
  if (sha256(aside.text) !== moved)
    return { ...keep, why: `it is not the file that --force moved from ${path}` }
  if (draft.text !== undefined && draft.text.trim() !== "")
    return { ...keep, why: `${path} has been edited since; this is its earlier content` }
  draft.text = aside.text
  draft.from = asideOf(path)
  draft.made = undefined
  aside.text = undefined
  return { path, what: "revert", why: `the file that --force had moved to ${asideOf(path)}` }
}
