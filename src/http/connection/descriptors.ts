import { open } from "node:fs/promises"
import type { Server } from "node:http"
import { devNull } from "node:os"

/**
 * Warns when no file descriptor is left. libuv then closes new connections silently. So this opens a file as a probe
 * after new connections, and tries again until that works.
 */
export function watchDescriptors(server: Server, warn: (message: string, error: unknown) => void): void {
  let timer: NodeJS.Timeout | undefined

  const probeSoon = () => void (timer ??= setTimeout(() => void probe(), probeMs).unref())

  async function probe(): Promise<void> {
    timer = undefined
    try {
      await (await open(devNull)).close()
    } catch (error) {
      warn("Connections cannot be accepted", error)
      probeSoon()
    }
  }

  server.on("connection", probeSoon)
  server.once("close", () => clearTimeout(timer))
}

// --- internal ---

const probeMs = 500
