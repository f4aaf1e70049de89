import { fail } from "../errors.ts"
import * as fs from "node:fs"
import { mkdir, open, readdir, rename, rm, stat, statfs } from "node:fs/promises"
import { promisify } from "node:util"

/**
 * What the journal and the checkpoint ask of a file system. They know no other, so that a test can give them one that
 * fails and loses what was not synced. The calls are those of `node:fs/promises` and `node:fs`, with the same errors.
 */
export interface Files {
  /** A directory can be opened to be synced. */
  open(path: string, flags: "r" | "r+" | "w", mode?: number): Promise<OpenFile>
  readdir(path: string): Promise<string[]>
  mkdir(path: string, options: { mode: number }): Promise<unknown>
  rename(from: string, to: string): Promise<void>
  rm(path: string, options: { recursive?: boolean; force?: boolean }): Promise<void>
  stat(path: string): Promise<{ size: number; mtimeMs: number }>
  statfs(path: string): Promise<{ bavail: number; bsize: number }>
  // The end of the journal is written by descriptor; the appender says why it does not wait for these four.
  openSync(path: string, flags: "r+"): number
  fstatSync(fd: number): FileStats
  statSync(path: string, options: { throwIfNoEntry: false }): FileStats | undefined
  /** Resolves to the bytes written, which may be fewer. */
  writeSync(fd: number, bytes: Buffer, offset: number, length: number, position: number): number
  ftruncate(fd: number, size: number): Promise<void>
  fsync(fd: number): Promise<void>
  fdatasync(fd: number): Promise<void>
  close(fd: number): Promise<void>
}

export interface OpenFile {
  stat(): Promise<{ size: number }>
  /** Reads at a position, else where the last read ended. */
  read(buffer: Buffer, offset: number, length: number, position?: number): Promise<BytesRead>
  /** Writes some of the bytes, or all. */
  write(bytes: Buffer, offset: number, length: number, position: number): Promise<{ bytesWritten: number }>
  /** Writes all bytes where the last such write ended. */
  writeFile(bytes: Uint8Array): Promise<void>
  truncate(size: number): Promise<void>
  sync(): Promise<void>
  close(): Promise<void>
}

export interface BytesRead {
  readonly bytesRead: number
  readonly buffer: Buffer
}

/** `dev` and `ino` name a file, whatever its path is. */
export interface FileStats {
  readonly dev: number
  readonly ino: number
  readonly size: number
}

/** A path, and the file system that it is in. */
export interface FilePlace {
  readonly path: string
  readonly files: Files
}

/** Those of this machine. */
export const machineFiles: Files = {
  open: openPlain,
  readdir,
  mkdir,
  rename,
  rm,
  stat,
  statfs,
  openSync: fs.openSync,
  fstatSync: fs.fstatSync,
  statSync: fs.statSync,
  writeSync: fs.writeSync,
  ftruncate: promisify(fs.ftruncate),
  fsync: promisify(fs.fsync),
  fdatasync: promisify(fs.fdatasync),
  close: promisify(fs.close),
}

// --- internal ---

/** A pipe or a device in the place of a file of ours would keep whoever reads it for ever. @throws storage_damaged */
async function openPlain(path: string, flags: "r" | "r+" | "w", mode?: number): Promise<OpenFile> {
  const { O_RDONLY, O_NONBLOCK } = fs.constants
  const handle = await open(path, flags === "r" ? O_RDONLY | O_NONBLOCK : flags, mode)
  if (flags !== "r") return handle
  const found = await handle.stat()
  if (found.isFile() || found.isDirectory()) return handle
  await handle.close()
  return fail("storage_damaged", { detail: `${path} is not a regular file.`, facts: { file: path } })
}
