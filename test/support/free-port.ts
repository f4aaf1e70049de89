import { createServer } from "node:net"

export { freePort } from "./any-port.js"

/**
 * A port that stays free until a server listens there, as for a server that is killed and started again: none that the
 * system gives to outgoing connections. One to the dead server itself could be given its port.
 */
export async function lastingPort(): Promise<number> {
  for (;;) {
    const port = await tryPort(12_000 + Math.floor(Math.random() * 20_000))
    if (port !== undefined) return port
  }
}

// --- internal ---

/** The port, if somebody can listen there; undefined if not. */
function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer().once("error", () => resolve(undefined))
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(port)))
  })
}
