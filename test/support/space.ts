import { afterEach } from "vitest"
import { startServer, temporaryHome, type Server, type ServerOptions } from "./server.ts"

/** Homes and servers for the tests of a file. What a test has made ends with it, the last first. */
export function useSpace() {
  const endings: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const end of endings.splice(0).reverse()) await end()
  })
  return {
    atEnd: (end: () => Promise<unknown>) => void endings.push(end),
    async space(): Promise<string> {
      const { home, remove } = await temporaryHome()
      endings.push(remove)
      return home
    },
    async startServer(options: ServerOptions): Promise<Server> {
      const server = await startServer(options)
      endings.push(() => stopServer(server))
      return server
    },
  }
}

export async function stopServer(server: Server): Promise<void> {
  server.kill("SIGTERM")
  await server.exited
}
