import { parsePatch } from "diff"
import { sameFiles } from "../../domain/wire/tasks/same-files.ts"

/** A line of a file in a change, or the place of lines that did not change. */
export interface ChangeRow {
  readonly kind: "same" | "added" | "removed" | "gap" | "note"
  /** Its number in the file before, and after; null where it is not there. */
  readonly old: number | null
  readonly new: number | null
  readonly text: string
}

export interface ChangedFile {
  readonly path: string
  /** What it was called before, where that is another name. */
  readonly before: string | null
  readonly how: "added" | "removed" | "changed"
  /** What it is where it is no plain file, as "link", or what became what, as "file → executable". */
  readonly kind: string | null
  readonly isBinary: boolean
  readonly additions: number
  readonly deletions: number
  readonly rows: readonly ChangeRow[]
  /** It was decided on before, just so. */
  readonly isAsBefore: boolean
}

export interface Change {
  /** The commit that was looked at, where the patch says which. */
  readonly commit: string | null
  readonly files: readonly ChangedFile[]
  /** The lines above the patch which say that files are left out, and which. */
  readonly omitted: readonly string[]
  readonly additions: number
  readonly deletions: number
}

/** Reads a patch of git. @param before the one that was decided on before @throws Error where it is none */
export function readChange(patch: string, before = ""): Change {
  const same = sameFiles(patch, before)
  const start = /^diff --git /m.exec(patch)?.index ?? patch.length
  const head = patch.slice(0, start).split("\n")
  if (head.some((line) => line !== "" && !line.startsWith("#")))
    throw new Error("The patch begins with text that is not a comment.")
  const files = start === patch.length ? [] : parsePatch(patch.slice(start)).map((file) => toFile(file, same))
  return {
    commit: /^# [0-9a-f]{40,64}\.\.([0-9a-f]{40,64})$/.exec(head[0] ?? "")?.[1] ?? null,
    files,
    omitted: head.slice(1).flatMap((line) => (line.startsWith("#") ? [line.slice(1).trim()] : [])),
    additions: sum(files.map(({ additions }) => additions)),
    deletions: sum(files.map(({ deletions }) => deletions)),
  }
}

// --- internal ---

type ParsedFile = ReturnType<typeof parsePatch>[number]

function toFile(parsed: ParsedFile, same: ReadonlySet<string>): ChangedFile {
  const [old, now] = [nameOf(parsed.oldFileName), nameOf(parsed.newFileName)]
  const rows = parsed.hunks.flatMap(toRows)
  const path = now ?? old ?? "?"
  return {
    path,
    isAsBefore: same.has(path),
    before: old !== null && now !== null && old !== now ? old : null,
    how: old === null || parsed.isCreate ? "added" : now === null || parsed.isDelete ? "removed" : "changed",
    kind: kindOf(parsed),
    isBinary: parsed.isBinary === true,
    additions: rows.filter(({ kind }) => kind === "added").length,
    deletions: rows.filter(({ kind }) => kind === "removed").length,
    rows,
  }
}

/** By git's mode. */
const kinds: Readonly<Record<string, string>> = {
  "100644": "file",
  "100755": "executable",
  "120000": "link",
  "160000": "submodule",
}

function kindOf({ oldMode, newMode }: ParsedFile): string | null {
  const said = [oldMode, newMode].flatMap((mode) => (mode === undefined ? [] : [kinds[mode] ?? mode]))
  return said.length === 0 || said.join() === "file" ? null : said.join(" → ")
}

/** Git writes `a/` and `b/` before the names, and `/dev/null` for a file that is not there. */
function nameOf(name: string | undefined): string | null {
  if (name === undefined || name === "/dev/null") return null
  return name.replace(/^[ab]\//, "")
}

function toRows({ oldStart, newStart, lines }: ParsedFile["hunks"][number], i: number): ChangeRow[] {
  let [old, now] = [oldStart, newStart]
  const rows = lines.map((line): ChangeRow => {
    const [sign, text] = [line[0], line.slice(1)]
    if (sign === "+") return { kind: "added", old: null, new: now++, text }
    if (sign === "-") return { kind: "removed", old: old++, new: null, text }
    if (sign === "\\") return { kind: "note", old: null, new: null, text: text.trim() }
    return { kind: "same", old: old++, new: now++, text }
  })
  const isFromStart = i === 0 && oldStart <= 1 && newStart <= 1
  return isFromStart ? rows : [{ kind: "gap", old: null, new: null, text: `line ${newStart}` }, ...rows]
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, n) => all + n, 0)
