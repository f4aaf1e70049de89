import { createHash } from "node:crypto"
import type { IncomingMessage } from "node:http"
import { fail, UpnextError } from "../../errors.ts"
import { checkCoding, ignore, type Body } from "./body.ts"
import { departureOf, gone } from "./departure.ts"
import type { NodeExchange } from "./exchange.ts"
import { fileNameOf, refuseForms } from "./file-headers.ts"
import { patienceOf } from "./file-pace.ts"
import { createTypeFinder } from "./file-type.ts"

/** Where the bytes of files are kept. */
export interface FileStore {
  /** The most bytes of one file. */
  readonly maxBytes: number
  /**
   * Calls `begin` when it is this file's turn (each owner has a limited number of turns), and resolves when the
   * bytes are durable.
   */
  receive(
    begin: () => AsyncIterable<Uint8Array>,
    from: { readonly owner: string | undefined; readonly signal: AbortSignal },
  ): Promise<StoredBytes>
  /** The bytes, compared with their digest. Rejects with `attachment_damaged`. */
  open(file: StoredBytes): Promise<AsyncIterable<Uint8Array>>
}

export interface StoredBytes {
  readonly sha256: string
  readonly size: number
}

export type FileBodyReader = ReturnType<typeof createFileBodyReader>

export interface Admission {
  /** Rejects where a file of this size would be refused. */
  admit(size: number): Promise<void>
  /** Who sends it: an account, or an address. */
  readonly owner: string | undefined
  /** Aborted with a refusal when the sender may send no longer. */
  readonly signal: AbortSignal | undefined
}

/** @param patienceMs how far a file may lag behind the slowest accepted pace */
export function createFileBodyReader(store: FileStore, patienceMs: number) {
  const arriving = new Set<IncomingMessage>()
  const { maxBytes } = store

  return {
    /**
     * Reads the file in the body of a request once `admit` has accepted it. The result has only the field `file`.
     * @throws invalid_input, unsupported_media_type, body_too_large, request_timeout, the refusals of the store, or
     * `gone`
     */
    async read(exchange: NodeExchange, { admit, owner, signal }: Admission): Promise<Body> {
      const { req, res } = exchange
      const name = fileNameOf(req)
      refuseForms(req)
      checkCoding(req)
      const said = req.headers["content-length"]
      const size = Number(said ?? 0)
      if (size > maxBytes) failTooLarge(maxBytes)
      await admit(size)
      // Without a listener, a connection that breaks would end the process.
      req.on("error", ignore)
      const types = createTypeFinder()
      arriving.add(req)
      try {
        const begin = () => {
          if (req.headers.expect !== undefined) res.writeContinue()
          return piecesOf(req, { maxBytes, patienceMs, take: types.take })
        }
        const kept = await store.receive(begin, { owner, signal: departureOf(exchange, signal).signal })
        const file = { name, type: types.type(), size: kept.size, sha256: kept.sha256 }
        return { fields: { file }, hash: () => hashOf(file) }
      } finally {
        arriving.delete(req)
      }
    },
    /** Cuts off every request whose file has not arrived yet. */
    close(): void {
      for (const { socket } of arriving) socket.destroy()
    },
  }
}

// --- internal ---

/** How long the first piece of a file may take. Other requests may be waiting for this file's turn to end. */
const firstPieceMs = 10_000

interface FileLimits {
  readonly maxBytes: number
  readonly patienceMs: number
  take(piece: Uint8Array): void
}

/** The request is never destroyed here, because then it could not be answered. */
async function* piecesOf(
  req: IncomingMessage,
  { maxBytes, patienceMs, take }: FileLimits,
): AsyncGenerator<Buffer, void> {
  const began = performance.now()
  let size = 0
  const late = createLimit(Math.min(patienceMs, firstPieceMs))
  const pieces = req.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  try {
    for (;;) {
      const step = await Promise.race([next(pieces), late.passed])
      if (step.done === true) return
      size += step.value.length
      if (size > maxBytes) failTooLarge(maxBytes)
      take(step.value)
      yield step.value
      late.restart(began + patienceOf(patienceMs, size) - performance.now())
    }
  } finally {
    late.clear()
    void pieces.return?.()
  }
}

/** A request that breaks off has nobody to answer. */
function next(pieces: AsyncIterator<Buffer>): Promise<IteratorResult<Buffer, unknown>> {
  return pieces.next().catch(() => Promise.reject(gone))
}

/** `passed` rejects when the time given at the last start is over. */
function createLimit(firstMs: number) {
  let begin = (_ms: number): void => undefined
  let timer: NodeJS.Timeout | undefined
  const passed = new Promise<never>((_, reject) => {
    const late = () =>
      reject(new UpnextError("request_timeout", { detail: "The file arrived too slowly, or not at all." }))
    begin = (ms) => void (timer = setTimeout(late, ms))
  })
  passed.catch(ignore)
  begin(firstMs)
  const clear = () => clearTimeout(timer)
  return {
    passed,
    clear,
    restart(ms: number) {
      clear()
      begin(ms)
    },
  }
}

function hashOf({ name, sha256 }: { readonly name: string; readonly sha256: string }): string {
  return createHash("sha256").update(`${sha256}\n${name}`).digest("hex")
}

function failTooLarge(most: number): never {
  fail("body_too_large", {
    detail: `A file may be up to ${most} bytes; this one is larger.`,
    facts: { most },
  })
}
