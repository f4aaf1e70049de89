import type { IncomingMessage, ServerResponse } from "node:http"

/** Thrown when the client has gone away: nobody is left to answer. */
export const gone = new Error("The client went away before it had its answer")

interface OpenExchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
}

/** Aborted with `gone` when the client goes away before it has its reply. */
export function departureOf({ req, res }: OpenExchange): AbortSignal {
  const controller = new AbortController()
  const leave = () => {
    if (!res.writableFinished) controller.abort(gone)
  }
  res.once("close", leave)
  if (res.destroyed) leave()
  // HTTP/1.0 has nothing that could be sent before the reply, so there the end counts as leaving.
  else if (req.httpVersion === "1.0") onEnd({ req, res }, leave)
  else
    onEnd({ req, res }, () => probeWith({ req, res }, (sent) => res.headersSent || res.writeContinue(sent)))
  return controller.signal
}

/**
 * A client that ends its side of the connection may still read (TCP half-close), or may be gone: both look the same
 * until something is sent. The first write to a client that is gone brings a reset, the second one fails and so closes
 * the connection. What is sent here is skipped by every client, such as `100 Continue` (RFC 9110, 15.2.1).
 */
export function probeAfterEnd(waiting: OpenExchange, write: (sent: () => void) => void): void {
  onEnd(waiting, () => probeWith(waiting, write))
}

// --- internal ---

const probeMs = 1000

function onEnd({ req: { socket }, res }: OpenExchange, act: () => void): void {
  if (socket.readableEnded) act()
  else socket.once("end", act)
  res.once("close", () => socket.off("end", act))
}

function probeWith({ res }: OpenExchange, write: (sent: () => void) => void): void {
  const again = () => write(() => undefined)
  const timer = setInterval(again, probeMs)
  res.once("close", () => clearInterval(timer))
  write(again)
}
