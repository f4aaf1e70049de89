import type { IncomingMessage } from "node:http"
import { bestCoding, compress, isLocal, type Coding } from "./encoding.ts"
import { FastResponse } from "srvx"

/** Which clients get compressed answers, if they ask for them. */
export type Compression = "remote" | "always" | "never"

export interface CompressorRequest extends Pick<IncomingMessage, "method" | "headers"> {
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/**
 * Creates the compressor for replies to GET from 1 KiB on; undefined if a reply is sent uncompressed. Replies to
 * other methods can contain a lease token next to text from the request; the compressed length would then reveal
 * information about the token (BREACH).
 */
export function createCompressor(
  which: Compression,
  addressOf: (req: CompressorRequest) => string | undefined = ({ socket }) => socket.remoteAddress,
): (req: CompressorRequest, reply: Response) => Promise<Response> | undefined {
  return (req, reply) => {
    const { method, headers } = req
    const accepted = headers["accept-encoding"]
    if (accepted === undefined || which === "never" || method !== "GET") return undefined
    const coding = bestCoding(accepted)
    if (coding === undefined || (which === "remote" && isLocal(addressOf(req)))) return undefined
    if (Number(reply.headers.get("content-length")) < leastLength || reply.headers.has("content-encoding"))
      return undefined
    if (reply.headers.get("cache-control")?.includes("no-transform")) return undefined
    return inCodingOf(reply, coding)
  }
}

// --- internal ---

/** Shorter bodies fit into one packet anyway. */
const leastLength = 1024

async function inCodingOf(reply: Response, coding: Coding): Promise<Response> {
  const { status, statusText } = reply
  const headers = new Headers(reply.headers)
  const body = await compress(Buffer.from(await reply.clone().arrayBuffer()), coding)
  headers.set("content-length", String(body.length))
  headers.set("content-encoding", coding)
  headers.append("vary", "accept-encoding")
  return new FastResponse(body, { status, statusText, headers })
}
