import type { IncomingMessage } from "node:http"
import { fromNodeHandler, type H3Event } from "h3"
import { nodeOf } from "../request/exchange.ts"

/** True if the rest of the request's body is too long to wait for. */
export function isUnread(req: IncomingMessage): boolean {
  return !req.complete && unread(req) > worthReading
}

/**
 * Sends the whole reply, gives the client a moment to read it, and closes the connection. Closing immediately would
 * reset the connection while the client is still sending, and the reply would be lost. The request is never
 * destroyed before its response has finished, because that makes http-shutdown crash the process.
 */
export async function answerUnread(event: H3Event, reply: Response): Promise<unknown> {
  const body = await reply.text()
  const { req, res } = nodeOf(event)
  const send = (): Promise<void> =>
    new Promise((done) => {
      let left = 16 * 1024 * 1024
      const close = () => {
        clearTimeout(timer)
        req.off("data", onData)
        res.end()
        done()
      }
      const onData = (chunk: Buffer) => {
        left -= chunk.length
        if (left < 0) close()
      }
      reply.headers.forEach((value, name) => res.setHeader(name, value))
      res.writeHead(reply.status, { connection: "close" })
      if (req.method !== "HEAD") res.write(body)
      const timer = setTimeout(close, 1000)
      req.on("data", onData).once("end", close).once("close", close).resume()
    })
  return fromNodeHandler(send)(event)
}

// --- internal ---

/** The most bytes of an unwanted body that are read so that the connection can stay open. */
const worthReading = 64 * 1024

function unread({ headers }: IncomingMessage): number {
  return headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : Infinity
}
