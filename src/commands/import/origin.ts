import { createHash } from "node:crypto"
import { realpath } from "node:fs/promises"
import { hostname } from "node:os"
import { basename } from "node:path"
import { itemLimits, type ImportKind } from "../../domain/wire/imports/import-form.ts"
import { fail } from "../../errors.ts"
import { isWholeKind } from "../../interchange/items/sources.ts"
import { placeInRemote } from "../../repository/remote-name.ts"

/** What tells the tasks of a file or folder from those of another one. */
export interface FoundOrigin {
  readonly origin?: string
  /** It stands for a place on this machine, and names no repository. */
  readonly isPlace?: boolean
}

/**
 * The origin that was named, else the repository by its remote and the path in there; without one a digest of the host
 * and the path, so that the same file is found again without asking. What comes from a pipe has none.
 */
export async function findOrigin(path: string, kind: ImportKind, named: unknown): Promise<FoundOrigin> {
  if (typeof named === "string") return { origin: checked(named.trim()) }
  if (path === "-" || isWholeKind(kind)) return {}
  const place = rootOf(await realpath(path))
  const origin = (await placeInRemote(place))?.replaceAll("#", "%23")
  if (origin !== undefined && origin.length <= itemLimits.origin) return { origin }
  const digest = createHash("sha256").update(`${hostname()}\0${place}`).digest("hex")
  return { origin: digest.slice(0, 8), isPlace: true }
}

/** Refuses items that could be mistaken for those of another repository, where no origin is known. */
export async function requireOrigin(bare: number, { origin }: FoundOrigin, kind: ImportKind): Promise<void> {
  if (bare === 0 || origin !== undefined) return
  const here = (await placeInRemote(await realpath(process.cwd()))) ?? "owner/name"
  fail("invalid_input", {
    detail: `${bare === 1 ? "1 task does not say which repository or file it comes from, so it" : `${bare.toLocaleString("en")} tasks do not say which repository or file they come from, so they`} could change another repository's tasks.`,
    hint: `Name the repository or file: \`upnext import - --from ${kind} --origin ${here}\`. The same name always updates the same tasks.`,
  })
}

// --- internal ---

function checked(origin: string): string {
  if (/^[^#\s\p{C}](?:[^#\p{C}]*[^#\s\p{C}])?$/u.test(origin) && origin.length <= itemLimits.origin)
    return origin
  return fail("invalid_input", {
    detail: `--origin ${JSON.stringify(origin)} must be one line of at most ${itemLimits.origin} characters, without #.`,
    hint: "For example: --origin owner/name.",
  })
}

/** What a tool keeps in a folder comes from that folder, whichever part of it is named. */
function rootOf(place: string): string {
  const root = place.replace(/\/(?:\.beads|\.?backlog|\.taskmaster)(?:\/.*)?$/, "")
  return (basename(root) === "tasks.json" ? root.replace(/(?:\/tasks)?\/tasks\.json$/, "") : root) || "/"
}
