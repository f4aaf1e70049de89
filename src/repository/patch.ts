import { UpnextError } from "../errors.ts"
import { changedFiles, diffTree } from "./changed-files.ts"
import type { Git } from "./git.ts"

/** The change of an attempt as a patch that `git apply` takes, of whole files. */
export interface Patch {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The files that are not in it, since it would be larger than it may be. */
  readonly omitted: readonly string[]
}

/** Larger ones are cut: nobody reads them, and each attempt keeps one. */
const mostPatchBytes = 2 * 1024 * 1024

/**
 * What a commit changes, how much that is, and its patch. In lines above the patch, which git passes over, stand both
 * commits, and what is left out.
 * @param from the commit at which it left its base, a hash, as is `commit`
 */
export async function readChange(git: Git, from: string, commit: string, most = mostPatchBytes) {
  const range = [`${from}^{commit}`, commit] as const
  const whole = await unlessTooMuch(
    changedFiles(git, range, [...counted, ...asPatch], { maxBytes: 8 * most }),
  )
  const changed = whole ?? (await changedFiles(git, range, counted))
  const { paths, additions, deletions, links } = changed
  const size = { files: paths.length, additions, deletions, links }
  if (paths.length === 0) return { ...size, patch: undefined }
  // In a patch no line of a file begins with this: each has a sign before it.
  const texts = whole?.rest.split(/(?<=\n)(?=diff --git )/)
  const files =
    texts?.length === paths.length
      ? texts.map((text, i) => ({ path: paths[i] ?? "", text }))
      : await readOneByOne(git, range, { paths, most })
  return { ...size, patch: patchOf(files, `# ${from}..${commit}\n`, most) }
}

// --- internal ---

/** Puts those together that fit. */
function patchOf(files: readonly PatchOfFile[], head: string, most: number): Patch {
  const kept: string[] = []
  const omitted: string[] = []
  let room = most
  for (const { path, text } of files) {
    if (text === undefined || text.length > room) omitted.push(path)
    else {
      kept.push(text)
      room -= text.length
    }
  }
  // One character of these texts is one byte.
  return {
    bytes: new Uint8Array(
      Buffer.from([head, ...sayOmitted(omitted, most), "\n", ...kept].join(""), "latin1"),
    ),
    omitted: omitted.map(readable),
  }
}

interface PatchOfFile {
  readonly path: string
  /** Undefined where it was too long to be read. */
  readonly text: string | undefined
}

/** So many names of files that are left out stand above the patch. */
const mostNamed = 1_000
/** Where the whole is too long, so many files are read one by one. */
const mostAlone = 500

const counted = ["--find-renames", "--numstat"]
const asPatch = [
  ...["--patch", "--no-color", "--unified=3", "--inter-hunk-context=0", "--submodule=short"],
  ...["--src-prefix=a/", "--dst-prefix=b/", "--full-index"],
]

/** One file after the other, so that a long one keeps no others out. */
async function readOneByOne(
  git: Git,
  range: readonly string[],
  { paths, most }: { paths: readonly string[]; most: number },
): Promise<PatchOfFile[]> {
  const read: PatchOfFile[] = []
  for (const path of paths) {
    const args = [...diffTree, "--find-renames", ...asPatch, "--end-of-options", ...range, "--", path]
    const ask = () => unlessTooMuch(git.run(args, { encoding: "latin1", maxBytes: most }))
    read.push({ path, text: read.length < mostAlone ? await ask() : undefined })
  }
  return read
}

/** Undefined where it has more bytes than were asked for. */
async function unlessTooMuch<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof UpnextError && error.facts["tooMuch"] === true) return undefined
    throw error
  }
}

function sayOmitted(omitted: readonly string[], most: number): string[] {
  if (omitted.length === 0) return []
  const named = omitted.slice(0, mostNamed).map((path) => `${omittedSign}${oneLine(path)}\n`)
  const more = omitted.length - named.length
  return [
    `# The patch is cut off at ${Math.round(most / 1024)} KiB. ${omitted.length} ${omitted.length === 1 ? "file is" : "files are"} left out:\n`,
    ...named,
    ...(more > 0 ? [`# and ${more} more\n`] : []),
  ]
}

/** What a line begins with that names a file which is left out. */
const omittedSign = "#   "

/** A path may hold line breaks. */
const oneLine = (path: string) => path.replace(/\p{Cc}/gu, "?")

/** Bytes of a path, as text. */
const readable = (path: string) => Buffer.from(path, "latin1").toString("utf8")
