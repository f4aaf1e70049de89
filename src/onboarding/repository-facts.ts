import { toLf } from "./forms/block.ts"
import { parseObjectTree, toValue, valueOf } from "./forms/json-text.ts"
import type { SeenFile } from "./draft.ts"
import type { Piece } from "./piece.ts"
import { keyOf } from "./pieces.ts"
import type { Place } from "./repository.ts"

export function importsAgents(text: string): boolean {
  return /(?:^|\s)@(?:\.\/)?AGENTS\.md(?=$|[\s.,;:)])/m.test(toLf(text))
}

export function projectIn({ seen }: Place): { project?: string; url?: string } {
  const tree = seen.state === "text" ? parseObjectTree(seen.text) : undefined
  const value = tree && toValue(tree)
  const { project, url } = (value ?? {}) as { readonly project?: unknown; readonly url?: unknown }
  return { ...(typeof project === "string" && { project }), ...(typeof url === "string" && { url }) }
}

export function dependsOnUpnext({ seen }: Place): boolean {
  const tree = seen.state === "text" ? parseObjectTree(seen.text) : undefined
  const kinds = ["dependencies", "devDependencies", "optionalDependencies"]
  return kinds.some((kind) => {
    const list = tree && valueOf(tree, kind)
    return list?.type === "object" && valueOf(list, "upnext") !== undefined
  })
}

/**
 * Two paths may be one file, as where `.claude/skills` is a link to `.agents/skills`. The same piece is then written
 * once; a different one is refused.
 */
export function sameFiles(
  pieces: readonly Piece[],
  places: ReadonlyMap<string, Place>,
): { wanted: Piece[]; refused: Map<string, SeenFile> } {
  const first = new Map<string, string>()
  const wanted = new Map<string, Piece>()
  const refused = new Map<string, SeenFile>()
  for (const piece of pieces) {
    const real = places.get(piece.path)?.real ?? piece.path
    const path = first.get(real) ?? piece.path
    first.set(real, path)
    const same = wanted.get(keyOf({ ...piece, path }))
    const isAlias = path !== piece.path
    if (isAlias && same && JSON.stringify(same.form) === JSON.stringify(piece.form)) continue
    if (isAlias) refused.set(piece.path, { state: "refused", why: `it is the same file as ${path}` })
    wanted.set(keyOf(piece), piece)
  }
  return { wanted: [...wanted.values()], refused }
}
