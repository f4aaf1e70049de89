import type { Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** Keeps a few clients from taking the connections and the memory of all others. */
export interface Crowd {
  /** Ends connections that wait for a next request, the oldest first. */
  endIdle(most: number): void
}

/**
 * Watches the connections of a server. One that is nearly the last it takes costs the oldest idle one its place. A client
 * that hardly reads what it was sent is dropped: unread answers are memory.
 * @param sweepMs how often it looks at what was read
 */
export function watchCrowd(server: Server, sweepMs = 60_000): Crowd {
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
    open.set(socket, { read: 0, isBehind: false })
    socket.once("close", () => open.delete(socket))
    if (open.size > server.maxConnections * crowded) endIdle(1)
  })

  const sweep = setInterval(() => {
    for (const [socket, before] of open) {
      const read = socket.bytesWritten - socket.writableLength
      const isBehind = socket.writableLength > 0
      if (before.isBehind && isBehind && read - before.read < leastRead) socket.destroy()
      else open.set(socket, { read, isBehind })
    }
  }, sweepMs).unref()
  server.once("close", () => clearInterval(sweep))

  return { endIdle }
}

// --- internal ---

/** What a client had read of its answers at the last look, and whether some of them were left. */
interface Look {
  readonly read: number
  readonly isBehind: boolean
}

/** The part of the most connections beyond which idle ones are ended. */
const crowded = 0.9

/** In bytes a sweep, by default about 17 kB a second. The kernel hands on what is read in pieces of up to a megabyte. */
const leastRead = 1024 ** 2

function isIdle(socket: Socket & { _httpMessage?: ServerResponse | null }): boolean {
  return !socket.destroyed && !socket._httpMessage
}
