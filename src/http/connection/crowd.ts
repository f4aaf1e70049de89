import type { Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** Keeps a few clients from taking the connections and the memory of all others. */
export interface Crowd {
  /** Ends connections that wait for a next request, the oldest first. */
  endIdle(most: number): void
  /** Drops those who have read too little since the last look. It looks by itself every minute. */
  dropSlow(): void
}

/**
 * Watches the connections of a server. One that is nearly the last it takes costs the oldest idle one its place. A client
 * that hardly reads what it was sent is dropped: unread answers are memory.
 */
export function watchCrowd(server: Server): Crowd {
  const open = new Map<Socket, Look>()

  function endIdle(most: number): void {
    let left = most
    for (const socket of open.keys()) {
      if (left === 0) return
      if (!isIdle(socket)) continue
      socket.destroy()
      left -= 1
    }
  }

  server.on("connection", (socket: Socket) => {
    open.set(socket, { read: 0, left: 0 })
    socket.once("close", () => open.delete(socket))
    if (open.size > server.maxConnections * crowded) endIdle(1)
  })

  function dropSlow(): void {
    for (const [socket, before] of open) {
      const read = socket.bytesWritten - socket.writableLength
      const isBehind = read - before.read < Math.min(before.left, leastRead)
      if (isBehind) socket.destroy()
      else open.set(socket, { read, left: socket.writableLength })
    }
  }

  const looking = setInterval(dropSlow, lookMs).unref()
  server.once("close", () => clearInterval(looking))

  return { endIdle, dropSlow }
}

// --- internal ---

/** How many bytes a client had read of its answers at the last look, and how many were left. */
interface Look {
  readonly read: number
  readonly left: number
}

/** The part of the most connections beyond which idle ones are ended. */
const crowded = 0.9

const lookMs = 60_000

/** In bytes from look to look, about 17 kB a second. The kernel hands on what is read in pieces of up to a megabyte. */
const leastRead = 1024 ** 2

function isIdle(socket: Socket & { _httpMessage?: ServerResponse | null }): boolean {
  return !socket.destroyed && !socket._httpMessage
}
