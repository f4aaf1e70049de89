import { open } from "node:fs/promises"
import type { Server } from "node:http"
import { devNull } from "node:os"
import type { Crowd } from "./crowd.ts"

/**
 * Warns when no file descriptors are left. libuv then closes new connections silently. So this code opens a file as
 * a probe after new connections; when that fails, it ends idle connections and tries again until it succeeds.
 */
export function watchDescriptors(
  server: Server,
  { warn, crowd }: { readonly warn: (message: string, error: unknown) => void; readonly crowd: Crowd },
): void {
  let timer: NodeJS.Timeout | undefined

  const probeSoon = () => void (timer ??= setTimeout(() => void probe(), probeMs).unref())

  async function probe(): Promise<void> {
    timer = undefined
    try {
      await (await open(devNull)).close()
    } catch (error) {
      warn("Connections cannot be accepted", error)
      crowd.endIdle(idleEnded)
      probeSoon()
    }
  }

  server.on("connection", probeSoon)
  server.once("close", () => clearTimeout(timer))
}

// --- internal ---

const probeMs = 500

/** How many idle connections make room at a time. */
const idleEnded = 100
