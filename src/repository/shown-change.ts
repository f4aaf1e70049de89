import { UpnextError } from "../errors.ts"
import { parts, type Git } from "./git.ts"
import { ownObjects, withOwnIndex } from "./own-index.ts"
import { readChange } from "./patch.ts"
import { patchRange } from "./patch-range.ts"
import { commitAt } from "./tree.ts"

/**
 * The commit that the change which a patch shows is counted from. Undefined where the patch is not all that changes from
 * there to `commit`, or begins at a commit that is not here. Whoever reports work attaches its patch, so it is not believed.
 */
export async function shownFrom(
  git: Git,
  patch: Uint8Array<ArrayBuffer>,
  commit: string,
): Promise<string | undefined> {
  const shown = Buffer.from(patch).toString("latin1")
  const range = patchRange(shown)
  if (range?.commit !== commit) return undefined
  const read = await readChange(git, range.from, commit).catch(async (error: unknown) => {
    if ((await commitAt(git, range.from)) !== undefined) throw error
  })
  if (read === undefined) return undefined
  const own = read.patch
  const known = Buffer.from(own?.bytes ?? []).toString("latin1")
  if (shown === known) return range.from
  // Another git, or its settings, may write the same lines in other hunks. All else has to be the same: git applies more
  // than a reader of patches shows, such as a file without a `diff --git`, or a text as a binary patch.
  const [[head, change], [knownHead, knownChange]] = [splitPatch(shown), splitPatch(known)]
  const outline = outlineOf(change)
  if (head !== knownHead || outline === undefined || outline !== outlineOf(knownChange)) return undefined
  return (await leadsTo(git, { ...range, change, but: own?.omitted ?? [] })) ? range.from : undefined
}

// --- internal ---

/** The lines above a patch, which say what it is of, and the rest. */
function splitPatch(text: string): [head: string, change: string] {
  const end = text.indexOf("\n\n") + 1
  return [text.slice(0, end), text.slice(end)]
}

/** A patch without its hunks and hashes; undefined where anything else stands between them. */
function outlineOf(change: string): string | undefined {
  const kept: string[] = []
  const lines = change.split("\n")
  for (let i = 0; i < lines.length; i += 1) {
    const text = lines[i] ?? ""
    const [, old, now] = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(text) ?? []
    if (!text.startsWith("@@ ")) {
      if (!/^(?:index|(?:dis)?similarity index) /.test(text)) kept.push(text)
      continue
    }
    const end = endOfHunk(lines, i + 1, { old: Number(old ?? 1), now: Number(now ?? 1) })
    if (end === undefined) return undefined
    i = end - 1
  }
  return kept.join("\n")
}

/** Where the lines of a hunk end, which says how many there are. */
function endOfHunk(
  lines: readonly string[],
  from: number,
  { old, now }: { old: number; now: number },
): number | undefined {
  let i = from
  for (; old > 0 || now > 0; i += 1) {
    const sign = lines[i]?.[0]
    if (sign === " " || sign === "-") old -= 1
    if (sign === " " || sign === "+") now -= 1
    if (sign === undefined || !" +-\\".includes(sign) || old < 0 || now < 0) return undefined
  }
  return lines[i]?.startsWith("\\") === true ? i + 1 : i
}

interface ShownChange {
  readonly from: string
  readonly commit: string
  readonly change: string
  /** Files that are left out. */
  readonly but: readonly string[]
}

/** Whether a change, applied to the files of the one commit, makes those of the other. */
function leadsTo(git: Git, { from, commit, change, but }: ShownChange): Promise<boolean> {
  return withOwnIndex(git, async (indexed, index) => {
    const own = await ownObjects(indexed, index)
    try {
      await own.run(["read-tree", from])
      if (change.trim() !== "")
        await own.run(["apply", "--cached", "--whitespace=nowarn", "-"], {
          input: change,
          encoding: "latin1",
        })
      const unlike = await own.run(["diff-index", "--cached", "--no-renames", "--name-only", "-z", commit])
      return parts(unlike).every((path) => but.includes(path))
    } catch (error) {
      if (error instanceof UpnextError && error.code === "git_failed") return false
      throw error
    }
  })
}
