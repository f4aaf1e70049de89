import { UpnextError } from "../errors.ts"
import { parts, type Git } from "./git.ts"

/** The change of an attempt as a patch that `git apply` takes, of whole files. */
export interface Patch {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The files that are not in it, since it would be larger than it may be. */
  readonly omitted: readonly string[]
}

/** Larger ones are cut: nobody reads them, and each attempt keeps one. */
const mostPatchBytes = 2 * 1024 * 1024

/**
 * What a commit changes; undefined where that is nothing. In lines above the patch, which git passes over, stand both
 * commits, and what is left out.
 * @param from the commit at which it left its base, a hash, as is `commit`
 */
export async function readPatch(
  git: Git,
  from: string,
  commit: string,
  most = mostPatchBytes,
): Promise<Patch | undefined> {
  const paths = await changedPaths(git, from, commit)
  if (paths.length === 0) return undefined
  const files = await readFiles(git, { from, commit, paths, most })
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
  const head = `# ${from}..${commit}\n`
  // One character of these texts is one byte.
  return {
    bytes: new Uint8Array(
      Buffer.from([head, ...sayOmitted(omitted, most), "\n", ...kept].join(""), "latin1"),
    ),
    omitted: omitted.map(readable),
  }
}

// --- internal ---

interface PatchOfFile {
  readonly path: string
  /** Undefined where it was too long to be read. */
  readonly text: string | undefined
}

interface WantedPatch {
  readonly from: string
  readonly commit: string
  /** In the order of the patch. */
  readonly paths: readonly string[]
  readonly most: number
}

/** So many names of files that are left out stand above the patch. */
const mostNamed = 1_000
/** Where the whole is too long, so many files are read one by one. */
const mostAlone = 500

/** A plumbing command: settings about how a diff looks do not change what it prints. */
const diffTree = ["diff-tree", "-r", "--no-commit-id", "--find-renames", "--no-ext-diff", "--no-textconv"]
const asPatch = [
  ...["--patch", "--no-color", "--unified=3", "--inter-hunk-context=0", "--submodule=short"],
  ...["--src-prefix=a/", "--dst-prefix=b/", "--full-index"],
]

async function changedPaths(git: Git, from: string, commit: string): Promise<string[]> {
  const args = [...diffTree, "--name-only", "-z", "--end-of-options", from, commit]
  return parts(await git.run(args, { encoding: "latin1" }))
}

async function readFiles(git: Git, asked: WantedPatch): Promise<PatchOfFile[]> {
  const { from, commit, paths, most } = asked
  const whole = await patchText(git, [from, commit], 8 * most)
  if (whole === undefined) return readOneByOne(git, asked)
  // In a patch no line of a file begins with this: each has a sign before it.
  const texts = whole.split(/(?<=\n)(?=diff --git )/)
  if (texts.length === paths.length) return texts.map((text, i) => ({ path: paths[i] ?? "", text }))
  return readOneByOne(git, asked)
}

/** One file after the other, so that a long one keeps no others out. */
async function readOneByOne(git: Git, { from, commit, paths, most }: WantedPatch): Promise<PatchOfFile[]> {
  const read: PatchOfFile[] = []
  for (const path of paths) {
    const text = read.length < mostAlone ? await patchText(git, [from, commit, "--", path], most) : undefined
    read.push({ path, text })
  }
  return read
}

/** Undefined where it has more than so many bytes. */
async function patchText(git: Git, what: readonly string[], maxBytes: number): Promise<string | undefined> {
  const [from = "", commit = "", ...path] = what
  try {
    const args = [...diffTree, ...asPatch, "--end-of-options", from, commit, ...path]
    return await git.run(args, { encoding: "latin1", maxBytes })
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
