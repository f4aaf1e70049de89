import type { Driver } from "unstorage"

/**
 * The port to where the bytes of files lie: that part of a driver of unstorage which they need. A key is the SHA-256 of
 * the bytes, in hex, and nothing else.
 */
export interface AttachmentDriver extends Pick<Driver, "name" | "getKeys"> {
  /** Takes what was spooled. Resolves when it is durable. What lay under the key before is replaced. */
  setItemRaw(key: string, value: Spooled): Promise<void>
  /** The bytes in pieces of `pieceBytes`, the last one shorter; null where there are none. */
  getItemRaw(key: string): Promise<AsyncIterable<Buffer> | null>
  /** Removes what was put there longer ago than this. */
  removeItem(key: string, options: { readonly olderThanMs: number }): Promise<void>
  getKeys(): Promise<string[]>
  dispose(): Promise<void>
}

/** A whole file that waits to be kept, in a file of this machine. */
export interface Spooled {
  readonly path: string
  readonly size: number
  readonly sha256: string
  /** In pieces of `pieceBytes`. */
  read(): AsyncIterable<Buffer>
}

export const pieceBytes = 256 * 1024

export const isKey = (name: string): boolean => /^[\da-f]{64}$/.test(name)
