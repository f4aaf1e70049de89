import type { Driver } from "unstorage"

/**
 * The port to the storage of file contents: the part of an unstorage driver that attachments need. A key is only
 * ever the SHA-256 of the bytes, in hex.
 */
export interface AttachmentDriver extends Pick<Driver, "name" | "getKeys"> {
  /** Stores a spooled file. Resolves when it is durable. Any earlier content under this key is replaced. */
  setItemRaw(key: string, value: Spooled): Promise<void>
  /** The bytes in pieces of `pieceBytes`, the last piece shorter; null if there are none. */
  getItemRaw(key: string): Promise<AsyncIterable<Buffer> | null>
  /** Removes what was put there longer ago than this. */
  removeItem(key: string, options: { readonly olderThanMs: number }): Promise<void>
  getKeys(): Promise<string[]>
  dispose(): Promise<void>
}

/** A complete file on this machine that is waiting to be stored. */
export interface Spooled {
  readonly path: string
  readonly size: number
  readonly sha256: string
  /** In pieces of `pieceBytes`. */
  read(): AsyncIterable<Buffer>
}

export const pieceBytes = 256 * 1024

export const isKey = (name: string): boolean => /^[\da-f]{64}$/.test(name)
