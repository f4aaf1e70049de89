import { createServer } from "node:net"

/**
 * A port that is free, and stays free until a server listens there: none that the system gives to outgoing connections,
 * or to servers that ask for any. Also for programs that Node runs as they are.
 */
export async function freePort() {
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
