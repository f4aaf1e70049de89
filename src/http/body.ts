import { isUtf8 } from "node:buffer"
import { createHash } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { fail } from "../errors.ts"
import { parseJson } from "./json.ts"

/** A request's body. */
export interface Body {
  /** Made for this request alone. */
  readonly fields: Record<string, unknown>
  /** The SHA-256 of its bytes in hex. Worked out when asked for: few requests carry a key to keep it under. */
  hash(): string
}

export const bodyLimit = 1024 * 1024

/** Thrown when the client went away: there is nobody left to answer. */
export const gone = new Error("The client went away before it had its answer")

/**
 * Reads it once. None at all stands for `{}`.
 * @param timeout for all of it to arrive, in ms
 * @throws unsupported_media_type, body_too_large, request_timeout, invalid_input, or `gone`
 */
export async function readBody(req: IncomingMessage, res: ServerResponse, timeout: number): Promise<Body> {
  if (!hasBody(req)) return emptyBody()
  if (!isJson(req.headers["content-type"]))
    fail(
      "unsupported_media_type",
      `The body came as ${req.headers["content-type"] ?? "nothing in particular"}.`,
    )
  const { "content-encoding": coding = "identity" } = req.headers
  if (coding.toLowerCase() !== "identity")
    fail(
      "unsupported_media_type",
      `The body came with the encoding ${coding.slice(0, 100)}; send it as it is.`,
    )
  if (Number(req.headers["content-length"] ?? 0) > bodyLimit) failTooLarge()
  if (req.headers.expect !== undefined) res.writeContinue()
  const bytes = await collect(req, timeout)
  if (bytes.length === 0) return emptyBody()
  const value = parseJson(decodeUtf8(bytes))
  if (typeof value !== "object" || value === null || Array.isArray(value))
    fail("invalid_input", "The body must be a JSON object.")
  return { fields: value as Record<string, unknown>, hash: () => hashOf(bytes) }
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0
}

// --- internal ---

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

function failTooLarge(): never {
  fail("body_too_large", `A body may hold ${bodyLimit} bytes; this one is larger.`)
}

/** Not `for await`: leaving that loop early destroys the request, and with it the way to answer. */
function collect(req: IncomingMessage, timeout: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    // Who waits for work has a request for a minute, and it would hold its body as long.
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
      if (size > bodyLimit) refuse(failTooLarge)
      else chunks.push(chunk)
    }
    const onEnd = () =>
      settle(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    const onClose = () => settle(() => reject(gone))
    const late = () => fail("request_timeout", `The body did not arrive within ${timeout / 1000} s.`)
    const timer = setTimeout(() => refuse(late), timeout)
    req.on("data", onData).on("end", onEnd).on("close", onClose)
    // Without a listener, a connection that breaks would end the process.
    req.on("error", ignore)
  })
}

function ignore(): void {
  // Whoever sent it has gone, which `close` says too.
}
