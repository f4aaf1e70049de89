import { packTar, type TarEntry } from "modern-tar"
import { createHash } from "node:crypto"
import { writeFile } from "node:fs/promises"
import { gzipSync } from "node:zlib"
import { encodeLine, journalFormat, journalVersion, lastSeq, origin } from "../../src/storage/journal/line.ts"
import type { Commit } from "../../src/storage/log.ts"

export interface ArchiveFile {
  readonly path: string
  readonly bytes: Buffer
}

export const segmentName = "data/journal/0000000000000001.jsonl"

/** A journal of one segment, as a server writes it. */
export function journalOf(commits: readonly Commit[]): ArchiveFile {
  const header = encodeLine({ format: journalFormat, version: journalVersion, seq: 1 }, origin)
  let { crc } = header
  const lines = commits.map((commit) => {
    const line = encodeLine(commit, crc)
    crc = line.crc
    return line.bytes
  })
  return { path: segmentName, bytes: Buffer.concat([header.bytes, ...lines]) }
}

/** What the manifest of these files says. */
export function manifestOf(commits: readonly Commit[], files: readonly ArchiveFile[]) {
  return {
    format: "upnext-backup",
    version: 1,
    upnext: "0.1.0",
    at: "2026-11-23T20:00:00.000Z",
    board: null as string | null,
    seq: commits.reduce((_, commit) => lastSeq(commit), 0),
    commits: commits.length,
    files: files.map(({ path, bytes }) => ({
      path,
      size: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
    })),
  }
}

export const fileEntry = ({ path, bytes }: ArchiveFile): TarEntry => ({
  header: { name: path, size: bytes.length, type: "file", mode: 0o600 },
  body: bytes,
})

export const manifestEntry = (manifest: unknown): TarEntry =>
  fileEntry({ path: "manifest.json", bytes: Buffer.from(JSON.stringify(manifest)) })

export async function tarOf(entries: readonly TarEntry[]): Promise<Buffer> {
  return Buffer.from(await packTar(entries))
}

export async function writeArchiveTo(path: string, entries: readonly TarEntry[]): Promise<void> {
  await writeFile(path, gzipSync(await tarOf(entries)))
}
