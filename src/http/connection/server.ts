import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import { UpnextError } from "../../errors.ts"
import { problemOf } from "../reply/problem.ts"
import { watchCrowd } from "./crowd.ts"
import { watchDescriptors } from "./descriptors.ts"

/**
 * Sets limits, and answers with a problem document even if a request is not HTTP.
 * @param requestMs how long a request may take to arrive, including its body. Code that reads a body has its own,
 * shorter limit; this limit ends requests that nothing reads
 */
export function tend(
  server: Server,
  warn: (message: string, error: unknown) => void,
  requestMs: number,
): void {
  server.requestTimeout = requestMs
  server.headersTimeout = 20_000
  // Longer than the pause between a polling client's requests. If the connection closed during the next request,
  // that would look like a failure.
  server.keepAliveTimeout = 75_000
  server.maxConnections = 4096
  Object.assign(server, {
    // The guard refuses a request without Host, with a problem document.
    requireHostHeader: false,
    // A client that ends its side after its request can still read. By default Node would end the other side too.
    httpAllowHalfOpen: true,
  })
  server.on("clientError", answerClientError)
  // Without a listener, Node closes the connection without an answer.
  server.on("connect", (_: IncomingMessage, stream: Duplex) => answerAndClose(stream, notProxy()))
  // http-shutdown watches only `request`. After these two events it would wrongly consider the connection idle.
  const asRequest = (req: IncomingMessage, res: ServerResponse) => server.emit("request", req, res)
  server.on("checkContinue", asRequest)
  server.on("checkExpectation", asRequest)
  watchDescriptors(server, { warn, crowd: watchCrowd(server) })
  server.on("error", (error) => warn("A connection could not be accepted", error))
}

// --- internal ---

function answerClientError(error: NodeJS.ErrnoException, stream: unknown): void {
  const socket = stream as Socket & { _httpMessage?: ServerResponse }
  const pending = socket._httpMessage
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy()
    return
  }
  if (refused.has(socket)) return
  // The fault came after a complete request. That request may have changed the board, so its response is sent first.
  if (pending?.req.complete && (pending.writableEnded || !pending.headersSent)) {
    refused.add(socket)
    pending.once("finish", () => {
      refused.delete(socket)
      if (socket.writable) answerClientError(error, socket)
    })
    return
  }
  // A stream, or a reply to this very fault, has begun, so a second reply cannot be sent.
  if (pending?.headersSent) return closeSoon(socket.end())
  answerAndClose(socket, toRefusal(error))
}

/** Connections whose earlier requests are answered before the later, faulty data is refused. */
const refused = new WeakSet<Socket>()

/** Writes a problem document to a socket that has no response object. */
function answerAndClose(socket: Duplex, refusal: UpnextError): void {
  const problem = problemOf(refusal)
  const body = JSON.stringify(problem)
  const { allow } = refusal.facts
  socket.on("error", () => undefined)
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ""}`,
      ...(Array.isArray(allow) ? [`Allow: ${allow.join(", ")}`] : []),
      "Content-Type: application/problem+json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Cache-Control: no-store",
      "Connection: close",
      "",
      body,
    ].join("\r\n"),
  )
  closeSoon(socket)
}

/**
 * Waits before it destroys the socket; otherwise the reset could reach the client before the client has read the
 * reply.
 */
function closeSoon(socket: Duplex): void {
  setTimeout(() => socket.destroy(), 500).unref()
}

function notProxy(): UpnextError {
  const allow = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]
  return new UpnextError("method_not_allowed", {
    detail: "CONNECT is not supported: this server is not a proxy.",
    facts: { allow },
  })
}

function toRefusal({ code, message }: NodeJS.ErrnoException): UpnextError {
  if (code === "HPE_HEADER_OVERFLOW")
    return new UpnextError("headers_too_large", { detail: "The headers of the request are too large." })
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return new UpnextError("request_timeout", { detail: "The request did not arrive in time." })
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW")
    return new UpnextError("body_too_large", { detail: "The chunk extensions are too large." })
  return new UpnextError("invalid_input", { detail: `This is not HTTP: ${message}.`, hint: "Send HTTP/1.1." })
}
