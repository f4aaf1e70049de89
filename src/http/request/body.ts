import { isUtf8 } from "node:buffer"
import { createHash } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { promisify } from "node:util"
import { gunzip } from "node:zlib"
import { fail } from "../../errors.ts"
import { gone } from "./departure.ts"
import { parseJson } from "./json.ts"

export interface Body {
  /** A fresh object, which the caller may change. */
  readonly fields: Record<string, unknown>
  /** The SHA-256 of the bytes in hex. Computed on demand, because only requests with an Idempotency-Key need it. */
  hash(): string
}

export const bodyLimit = 1024 * 1024

/** The limit for a bulk body, also after decompression. Codex sends 0.6 MB after a single answer. */
export const bulkLimit = 4 * bodyLimit

/** For all of a body to arrive. */
export const bodyPatienceMs = 30_000

export type BodyReader = ReturnType<typeof createBodyReader>

/** @param timeoutMs for all of a body to arrive */
export function createBodyReader(timeoutMs: number) {
  const arriving = new Set<IncomingMessage>()

  async function rest(req: IncomingMessage, limit: number): Promise<Buffer> {
    arriving.add(req)
    try {
      return await collect(req, { timeoutMs, limit })
    } finally {
      arriving.delete(req)
    }
  }

  async function bytesOf(req: IncomingMessage, res: ServerResponse, limit = bodyLimit): Promise<Buffer> {
    if (Number(req.headers["content-length"] ?? 0) > limit) failTooLarge(limit)
    if (req.headers.expect !== undefined) res.writeContinue()
    // Without a listener, a connection that breaks would end the process.
    req.on("error", ignore)
    return (await arrived(req)) ?? (await rest(req, limit))
  }

  async function bodyOf(req: IncomingMessage, read: () => Promise<Buffer>): Promise<Body> {
    if (!hasBody(req)) return emptyBody()
    const bytes = await read()
    if (bytes.length === 0) return emptyBody()
    return { fields: parseObject(bytes), hash: () => hashOf(bytes) }
  }

  return {
    /**
     * Reads the body of a request once. A request without a body gives `{}`.
     * @throws unsupported_media_type, body_too_large, request_timeout, invalid_input, or `gone`
     */
    read: (req: IncomingMessage, res: ServerResponse): Promise<Body> =>
      bodyOf(req, () => {
        checkHeaders(req)
        return bytesOf(req, res)
      }),
    /** The same for a body up to `bulkLimit`, which may be compressed with gzip. */
    readBulk: (req: IncomingMessage, res: ServerResponse): Promise<Body> =>
      bodyOf(req, async () => {
        checkType(req, "Set OTEL_EXPORTER_OTLP_METRICS_PROTOCOL=http/json: other formats are not supported.")
        if (req.headers["content-encoding"]?.toLowerCase() !== "gzip") checkCoding(req)
        const bytes = await bytesOf(req, res, bulkLimit)
        return req.headers["content-encoding"]?.toLowerCase() === "gzip" ? unzip(bytes) : bytes
      }),
    /** Reads the body of a request as any JSON value. An empty body is not JSON. @throws as `read` does */
    async readJson(req: IncomingMessage, res: ServerResponse): Promise<unknown> {
      checkHeaders(req)
      return parseJson(decodeUtf8(await bytesOf(req, res)))
    },
    /** Cuts off every request whose body has not arrived yet. */
    close(): void {
      for (const { socket } of arriving) socket.destroy()
    },
  }
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0
}

/** @throws unsupported_media_type for a compressed body */
export function checkCoding({ headers }: IncomingMessage): void {
  const { "content-encoding": coding = "identity" } = headers
  if (coding.toLowerCase() === "identity") return
  fail(
    "unsupported_media_type",
    `The body has the Content-Encoding ${coding.slice(0, 100)}; send the body without it.`,
  )
}

export function ignore(): void {
  // `close` follows, and it has a listener.
}

// --- internal ---

function checkHeaders(req: IncomingMessage): void {
  checkType(req)
  checkCoding(req)
}

function checkType({ headers: { "content-type": type } }: IncomingMessage, hint?: string): void {
  if (isJson(type)) return
  const came =
    type === undefined ? "The body has no Content-Type." : `The body has the type ${type.slice(0, 100)}.`
  fail("unsupported_media_type", { detail: came, ...(hint !== undefined && { hint }) })
}

async function unzip(bytes: Buffer): Promise<Buffer> {
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: bulkLimit })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") failTooLarge(bulkLimit)
    fail("invalid_input", { detail: "The gzip body is incomplete or damaged.", cause: error })
  }
}

function parseObject(bytes: Buffer): Record<string, unknown> {
  const value = parseJson(decodeUtf8(bytes))
  if (typeof value !== "object" || value === null || Array.isArray(value))
    fail("invalid_input", "The body must be a JSON object.")
  return value as Record<string, unknown>
}

function emptyBody(): Body {
  return { fields: {}, hash: () => hashOf("") }
}

function isJson(type: string | undefined): boolean {
  return type !== undefined && /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type.trim())
}

function hashOf(bytes: Buffer | string): string {
  return createHash("sha256").update(bytes).digest("hex")
}

function decodeUtf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) fail("invalid_input", "The body is not valid UTF-8.")
  return bytes.toString("utf8")
}

function failTooLarge(limit: number): never {
  fail("body_too_large", `A body may be up to ${limit} bytes; this one is larger.`)
}

/**
 * A body that came together with its headers, as most do; undefined for a body that is still arriving. Node hands
 * over the body of a packet before any promise continues, so such a body is available at once and needs neither
 * listeners nor a timer.
 */
async function arrived(req: IncomingMessage): Promise<Buffer | undefined> {
  await Promise.resolve()
  const length = Number(req.headers["content-length"])
  if (req.readableLength !== length) return undefined
  return (req.read() as Buffer | null) ?? undefined
}

/** Does not use `for await`, because leaving that loop early destroys the request, which then cannot be answered. */
function collect(
  req: IncomingMessage,
  { timeoutMs, limit }: { readonly timeoutMs: number; readonly limit: number },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    // A request that waits for work can stay open for a minute. Its listeners are removed now, so that they do
    // not keep its body in memory that long.
    const settle = (settled: () => void) => {
      clearTimeout(timer)
      req.off("data", onData).off("end", onEnd).off("close", onClose)
      settled()
    }
    const refuse = (refusal: () => never) =>
      settle(() => {
        try {
          refusal()
        } catch (error) {
          reject(error instanceof Error ? error : new Error("Refused", { cause: error }))
        }
      })
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size > limit) refuse(() => failTooLarge(limit))
      else chunks.push(chunk)
    }
    const onEnd = () =>
      settle(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    const onClose = () => settle(() => reject(gone))
    const late = () => fail("request_timeout", `The body did not arrive within ${timeoutMs / 1000} s.`)
    const timer = setTimeout(() => refuse(late), timeoutMs)
    req.on("data", onData).on("end", onEnd).on("close", onClose)
  })
}
