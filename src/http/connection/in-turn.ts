import type { RequestListener } from "node:http"
import type { Socket } from "node:net"

/**
 * Handles the requests of one connection one after the other. A client may send several without waiting
 * (pipelining, RFC 9112, 9.3.2). Node hands all of them over at once, and would keep every response in memory until
 * the previous responses have been read. Once the client has gone, the rest of its requests are never handled.
 */
export function inTurn(handle: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>()
  return (req, res) => {
    // Node gives a response its socket when the previous response has been sent.
    if (res.socket) return handle(req, res)
    const { socket } = req
    const count = waiting.get(socket) ?? 0
    if (count === closing) return
    const isLast = count + 1 === mostWaiting
    waiting.set(socket, isLast ? closing : count + 1)
    if (isLast) {
      res.shouldKeepAlive = false
      socket.pause()
    }
    res.once("socket", () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
      // One request of a connection per turn of the event loop, so that other connections get their turn in between.
      setImmediate(() => {
        if (!socket.destroyed) handle(req, res)
      })
    })
  }
}

// --- internal ---

/** How many requests of a connection may wait for their turn. The connection ends after the answer to the last one. */
const mostWaiting = 100

/** No more requests of the connection are handled. The limit stays, because one request less would not change this. */
const closing = Infinity
