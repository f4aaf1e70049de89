import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import type { ImportKind } from "../../src/domain/wire/imports/import-form.ts"
import { ImportItem } from "../../src/domain/wire/imports/import-schemas.ts"
import type { GivenFile, ReadWishes } from "../../src/interchange/reader.ts"
import { readFiles } from "../../src/interchange/read-files.ts"
import { recognise } from "../../src/interchange/recognise.ts"

export const given = (path: string, content: string | Uint8Array): GivenFile => ({
  path,
  bytes: typeof content === "string" ? new TextEncoder().encode(content) : content,
})

export function filesBelow(folder: string): GivenFile[] {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()
  return paths
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => given(path, readFileSync(join(folder, path))))
}

/** Reads files as the kind that they are recognised as. Every item must be one that the server takes. */
export function readGiven(files: readonly GivenFile[], wishes?: ReadWishes, from?: ImportKind) {
  const kind = from ?? recognise(files)
  if (kind === undefined) throw new Error("the kind is not recognised")
  const { items, notes, unknownStatuses } = readFiles(kind, files, wishes)
  for (const item of items) ImportItem.parse(item)
  const item = (id: string) => items.find(({ source }) => source === `${kind}:${id}`)
  return {
    kind,
    items,
    notes,
    unknownStatuses,
    item,
    said: notes.map(({ what, text }) => `${what}: ${text}`),
  }
}
