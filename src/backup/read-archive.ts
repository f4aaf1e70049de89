import { createHash, type Hash } from "node:crypto"
import { fail, UpnextError } from "../errors.ts"
import { asRefusal, errno } from "../machine/file-errors.ts"
import { openEntries, type ArchiveEntry } from "./archive-entries.ts"
import { manifestName, mostManifestBytes, parseManifest, type BackupFile, type Manifest } from "./manifest.ts"
import { quoted } from "./printable.ts"

export interface ArchiveReader {
  /** Receives the manifest before the first file, and may refuse the archive. */
  begin?(manifest: Manifest): Promise<void>
  /** Receives one file. The bytes must be read to their end, because they are verified only there. */
  take(file: BackupFile, bytes: AsyncIterable<Uint8Array>): Promise<void>
}

export interface ReadArchive {
  readonly manifest: Manifest
  /** Of the archive itself, as `sha256sum` prints it. */
  readonly sha256: string
  readonly bytes: number
}

/**
 * Reads an archive of unknown origin from its first byte to its last. The manifest comes first, and exactly the
 * files that it names must follow, in order, with their sizes and digests. So the archive cannot contain a link, a
 * path outside a home, or more bytes than the manifest says. Anything else is refused with `storage_damaged`, and
 * the refusal names the problem.
 */
export async function readArchive(path: string, { begin, take }: ArchiveReader): Promise<ReadArchive> {
  const refuse = (what: string, isNewer?: "newer"): never =>
    fail(isNewer ? "storage_newer_format" : "storage_damaged", {
      detail: `${path} is not a valid backup: ${what}.`,
      facts: { part: "backup", file: path },
    })
  const archive = openEntries(path, refuse)

  async function next(expected: { path: string; size?: number }): Promise<ArchiveEntry> {
    const entry = (await archive.next()) ?? refuse(`it ends before ${expected.path}`)
    const { name, type, size, pax } = entry.header
    if (name !== expected.path) refuse(`it contains ${quoted(name)} where ${expected.path} should be`)
    if (type !== "file" || pax !== undefined) refuse(`its entry ${name} is not a regular file`)
    if (expected.size !== undefined && size !== expected.size)
      refuse(`${name} has ${size} bytes, but the manifest says ${expected.size}`)
    return entry
  }

  try {
    archive.allow(mostManifestBytes + slack)
    const first = await next({ path: manifestName })
    if (first.header.size > mostManifestBytes) refuse("its manifest is too long")
    const manifest = parseManifest(await textOf(first), refuse)
    const unused = mostManifestBytes - first.header.size
    archive.allow(manifest.files.reduce((sum, { size }) => sum + size + 2 * block, slack) - unused)
    await begin?.(manifest)
    for (const file of manifest.files) {
      const { body } = await next(file)
      const digest = createHash("sha256")
      await take(file, hashing(body, digest))
      if (digest.digest("hex") !== file.sha256)
        refuse(`the digest of ${file.path} is not the one in the manifest`)
    }
    const more = await archive.next()
    if (more) refuse(`it contains ${quoted(more.header.name)}, which its manifest does not list`)
    return { manifest, ...archive.sum() }
  } catch (error) {
    throw asArchiveError(error, path, refuse)
  } finally {
    archive.close()
  }
}

export function failNoFile(path: string, cause?: unknown): never {
  fail("invalid_input", { detail: `There is no file ${path}.`, cause })
}

// --- internal ---

/** A tar archive is made of these. */
const block = 512
/** Headers and the blocks at the end. */
const slack = 64 * 1024

async function textOf({ body }: ArchiveEntry): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

async function* hashing(bytes: AsyncIterable<Uint8Array>, digest: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    digest.update(chunk)
    yield chunk
  }
}

/**
 * An error from zlib or from the archive reader means that the archive is bad. Any other error comes from the disk
 * or is a defect.
 */
function asArchiveError(error: unknown, path: string, refuse: (what: string) => never): unknown {
  if (error instanceof UpnextError || !(error instanceof Error)) return error
  const code = errno(error)
  if (code === "ENOENT" && "path" in error && error.path === path) failNoFile(path, error)
  if (code === "Z_DATA_ERROR") return refuse("it is not a gzip archive, or it is damaged")
  if (code === "Z_BUF_ERROR") return refuse("it is cut short")
  if (code !== "") return asRefusal(error, path, { part: "archive" })
  return error.constructor === Error ? refuse(`it is damaged: ${error.message.replace(/\.$/, "")}`) : error
}
