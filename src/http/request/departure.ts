import type { ServerResponse } from "node:http"
import type { NodeExchange } from "./exchange.ts"

/** Thrown when the client has gone away, so that there is no one to answer. */
export const gone = new Error("The client disconnected before the answer was sent")

export type Departure = ReturnType<typeof departureOf>

/** Watches the client of a waiting request. @param permit aborted with a refusal when the client may no longer wait */
export function departureOf({ req, res }: NodeExchange, permit?: AbortSignal) {
  const { socket } = req
  const controller = new AbortController()
  const leave = () => {
    if (!res.writableFinished) controller.abort(gone)
  }
  onClose(res, leave)
  if (permit) onAbort({ req, res }, permit, (refusal) => controller.abort(refusal))
  if (res.destroyed || socket.destroyed) leave()
  // HTTP/1.0 has nothing that could be sent before the reply, so the end of the client's side counts as leaving.
  else if (req.httpVersion === "1.0") onEnd({ req, res }, () => socket.destroy())
  else
    onEnd({ req, res }, () => probeWith({ req, res }, (sent) => res.headersSent || res.writeContinue(sent)))
  return {
    /** Aborted with `gone` when the client goes away before it has its reply. */
    signal: controller.signal,
    /**
     * Checks now whether a client that has ended its side is still there. After that end Node does not report a
     * reset, so without this check it would be noticed only at the next probe. A reset that is still on its way
     * cannot be detected.
     */
    look(): void {
      if (!socket.readableEnded || controller.signal.aborted) return
      if (!res.headersSent) res.writeContinue()
      // This sends nothing, but after a reset the kernel refuses the call at once. The event would come too late
      // for the caller.
      socket.write("")
      if (socket.errored) leave()
    },
  }
}

/**
 * A client that ends its side of the connection may still be reading (TCP half-close) or may be gone; the two look
 * the same until something is sent. The first write to a client that is gone causes a reset, and the second write
 * fails and so closes the connection. Every client skips what is sent here, such as `100 Continue` (RFC 9110,
 * 15.2.1).
 */
export function probeAfterEnd(waiting: NodeExchange, write: (sent: () => void) => void): void {
  onEnd(waiting, () => probeWith(waiting, write))
}

/** Calls `act` once, when the response is sent or its connection is gone. */
export function onClose(res: ServerResponse, act: () => void): void {
  // A proxied stream adds several listeners to its response, so more than ten are not a leak that Node should
  // warn about.
  res.setMaxListeners(0).once("close", act)
}

/** Calls `act` once with the reason when a signal is aborted before the response is sent or its connection is gone. */
export function onAbort(exchange: NodeExchange, signal: AbortSignal, act: (reason: unknown) => void): void {
  const abort = () => act(signal.reason)
  if (signal.aborted) return abort()
  signal.addEventListener("abort", abort, { once: true })
  onClose(exchange.res, () => signal.removeEventListener("abort", abort))
}

/** When a client leaves, the engine drops its call, so that call's promise never settles. This promise does. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const abort = () => reject(signal.reason as Error)
    if (signal.aborted) abort()
    else signal.addEventListener("abort", abort, { once: true })
  })
}

// --- internal ---

const probeMs = 1000

function onEnd(waiting: NodeExchange, act: () => void): void {
  const { socket } = waiting.req
  if (socket.readableEnded) act()
  else socket.once("end", act)
  onClose(waiting.res, () => socket.off("end", act))
}

function probeWith(waiting: NodeExchange, write: (sent: () => void) => void): void {
  const again = () => write(() => undefined)
  const timer = setInterval(again, probeMs)
  onClose(waiting.res, () => clearInterval(timer))
  write(again)
}
