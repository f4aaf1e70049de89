import type { IncomingMessage } from "node:http"
import { bestCoding, compress, isLocal } from "./encoding.ts"
import type { Reply } from "./reply.ts"

/** Which clients get compressed answers, if they ask for them. */
export type Compression = "remote" | "always" | "never"

/** What is read of a request. */
export interface CompressorRequest extends Pick<IncomingMessage, "method" | "headers"> {
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/**
 * Makes what compresses the replies to GET from 1 KiB on: undefined where a reply goes as it is. Replies to other methods
 * can hold the token of a lease beside text of the request, whose length would then tell about the token (BREACH).
 */
export function createCompressor(
  which: Compression,
): (req: CompressorRequest, reply: Reply) => Promise<Reply> | undefined {
  return (req, reply) => {
    const accepted = req.headers["accept-encoding"]
    if (accepted === undefined || which === "never" || req.method !== "GET") return undefined
    if (reply.body.length < leastLength || reply.headers.includes("content-encoding")) return undefined
    const coding = bestCoding(accepted)
    if (coding === undefined || (which === "remote" && isLocal(req.socket.remoteAddress))) return undefined
    return compress(reply.body, coding).then((body) => ({
      status: reply.status,
      headers: [
        ...withLength(reply.headers, body.length),
        ...["content-encoding", coding, "vary", "accept-encoding"],
      ],
      body,
    }))
  }
}

// --- internal ---

/** Shorter bodies fit into one packet anyway. */
const leastLength = 1024

function withLength(headers: readonly string[], length: number): string[] {
  const place = headers.indexOf("content-length")
  return place < 0 ? [...headers] : headers.with(place + 1, String(length))
}
