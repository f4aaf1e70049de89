import { createHash, randomUUID } from "node:crypto"
import { realpath } from "node:fs/promises"
import { hostname } from "node:os"
import { basename } from "node:path"
import type { Client } from "../../client/client.ts"
import { itemLimits, type ImportKind } from "../../domain/wire/import-form.ts"
import { fail } from "../../errors.ts"
import { isWholeKind } from "../../interchange/items/sources.ts"
import { placeInRemote } from "../../repository/remote-name.ts"

/** What tells the tasks of a file or folder from those of another one. */
export interface FoundOrigin {
  readonly origin?: string
  /** A digest of the place on this machine that the origin stands for. */
  readonly place?: string
  /** No import has come from that place yet. */
  readonly isNew?: boolean
}

/**
 * The origin that was named, else the repository by its remote and the path in there; without one a random name, which
 * the board keeps for the place. What comes from a pipe has none.
 */
export async function findOrigin(
  client: Client,
  path: string,
  kind: ImportKind,
  named: unknown,
): Promise<FoundOrigin> {
  if (typeof named === "string") return { origin: checked(named.trim()) }
  if (path === "-" || isWholeKind(kind)) return {}
  const place = rootOf(await realpath(path))
  const origin = (await placeInRemote(place))?.replaceAll("#", "%23")
  if (origin !== undefined && origin.length <= itemLimits.origin) return { origin }
  const digest = createHash("sha256").update(`${hostname()}\0${place}`).digest("base64url")
  const known = await originAt(client, kind, digest)
  return { origin: known ?? randomUUID().slice(0, 8), place: digest, isNew: known === undefined }
}

/** Refuses items that could be mistaken for those of another repository, where no origin is known. */
export async function requireOrigin(bare: number, { origin }: FoundOrigin, kind: ImportKind): Promise<void> {
  if (bare === 0 || origin !== undefined) return
  const here = (await placeInRemote(await realpath(process.cwd()))) ?? "owner/name"
  fail("invalid_input", {
    detail: `${bare === 1 ? "1 task does" : `${bare.toLocaleString("en")} tasks do`} not say which repository or file they come from, so they could change the tasks of another one.`,
    hint: `Name it: \`upnext import - --from ${kind} --origin ${here}\`. The same name again goes on with the same tasks.`,
  })
}

// --- internal ---

function checked(origin: string): string {
  if (/^[^#\s\p{C}](?:[^#\p{C}]*[^#\s\p{C}])?$/u.test(origin) && origin.length <= itemLimits.origin)
    return origin
  return fail("invalid_input", {
    detail: `--origin ${JSON.stringify(origin)} is no name of one line without #, of at most ${itemLimits.origin} characters.`,
    hint: "For example: --origin owner/name.",
  })
}

/** What a tool keeps in a folder comes from that folder, whichever part of it is named. */
function rootOf(place: string): string {
  const root = place.replace(/\/(?:\.beads|\.?backlog|\.taskmaster)(?:\/.*)?$/, "")
  return (basename(root) === "tasks.json" ? root.replace(/(?:\/tasks)?\/tasks\.json$/, "") : root) || "/"
}

async function originAt(client: Client, kind: ImportKind, place: string): Promise<string | undefined> {
  let cursor: string | undefined
  do {
    const { imports, next } = await client.import.list({ cursor, limit: 500 })
    const found = imports.find((each) => each.place === place && each.kind === kind)
    if (found?.origin != null) return found.origin
    cursor = next ?? undefined
  } while (cursor !== undefined)
  return undefined
}
