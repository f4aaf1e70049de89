import { once } from "node:events"
import { createServer } from "node:net"

/** A port that is free at this moment. Also for programs that Node runs as they are. */
export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address()
  server.close()
  await once(server, "close")
  return port
}

/**
 * A port that stays free until a server listens there, as for a server that is killed and started again: none that the
 * system gives to outgoing connections, or to who asks for any. One to the dead server itself could be given its port.
 */
export async function lastingPort() {
  for (;;) {
    const port = 12_000 + Math.floor(Math.random() * 20_000)
    if (await isFree(port)) return port
  }
}

// --- internal ---

/** @param {number} port */
function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer().once("error", () => resolve(false))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)))
  })
}
