import { createServer, type Server } from "node:net"
import type { Holder } from "./holder.ts"

/** A server on a unix socket that tells everyone who connects which Upnext server runs here. */
export function answerWith(holder: () => Holder): Server {
  return createServer((socket) => {
    socket.on("error", () => socket.destroy())
    // The socket is destroyed: a client that never closes its end would keep `close` waiting.
    socket.end(JSON.stringify(holder()), () => socket.destroy())
  })
}

export function listenOn(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(path, () => {
      // When a connection cannot be accepted, only the client that asked is left without an answer.
      server.off("error", reject).on("error", () => {})
      server.unref()
      resolve()
    })
  })
}

export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}
