import type { Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** Keeps a few clients from using up the connections and memory that others need. */
export type Crowd = ReturnType<typeof watchCrowd>

/**
 * Watches the connections of a server. When nearly all connections are in use, each new one causes the oldest idle
 * connection, or else the connection with the oldest incomplete request, to be ended. A client that hardly reads
 * its responses is dropped, because unread responses use memory.
 */
export function watchCrowd(server: Server) {
  const open = new Map<Socket, Look>()

  /** Ends the oldest connections that may be ended. Returns how many were ended. */
  function end(most: number, mayEnd: (socket: Socket, look: Look) => boolean): number {
    let ended = 0
    for (const [socket, look] of open) {
      if (ended === most) break
      if (!mayEnd(socket, look)) continue
      socket.destroy()
      ended += 1
    }
    return ended
  }

  function makeRoom(): void {
    const before = performance.now() - aboutToAskMs
    const isLongIdle = (socket: Socket, { since }: Look) => isIdle(socket) && since < before
    for (const mayEnd of [isLongIdle, isArriving, isIdle]) if (end(1, mayEnd) === 1) return
  }

  server.on("connection", (socket: Socket) => {
    // The newcomer is not one of those that make room.
    if (open.size >= server.maxConnections * crowded) makeRoom()
    open.set(socket, { since: performance.now(), read: 0, left: 0 })
    socket.once("close", () => open.delete(socket))
  })

  /** Drops clients that have read too little since the last look. Runs by itself every minute. */
  function dropSlow(): void {
    for (const [socket, before] of open) {
      const read = socket.bytesWritten - socket.writableLength
      const isBehind = read - before.read < Math.min(before.left, leastRead)
      if (isBehind) socket.destroy()
      else open.set(socket, { ...before, read, left: socket.writableLength })
    }
  }

  const looking = setInterval(dropSlow, lookMs).unref()
  server.once("close", () => clearInterval(looking))

  /** Ends connections that wait for a next request, the oldest first. */
  return { endIdle: (most: number) => void end(most, isIdle), dropSlow }
}

// --- internal ---

/** When a client connected, how many bytes of its responses it had read at the last look, and how many were left. */
interface Look {
  readonly since: number
  readonly read: number
  readonly left: number
}

/** The share of the maximum number of connections above which idle ones are ended. */
const crowded = 0.9

const lookMs = 60_000

/** A client that has just connected is not idle: its request is on its way. */
const aboutToAskMs = 1000

/** In bytes from look to look, about 17 kB per second. The kernel reports progress in steps of up to a megabyte. */
const leastRead = 1024 ** 2

type HttpSocket = Socket & { _httpMessage?: ServerResponse | null }

function isIdle(socket: HttpSocket): boolean {
  return !socket.destroyed && !socket._httpMessage
}

function isArriving(socket: HttpSocket): boolean {
  return !socket.destroyed && socket._httpMessage?.req.complete === false
}
