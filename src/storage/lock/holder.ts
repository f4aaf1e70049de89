import { connect } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { errno } from "../../machine/file-errors.ts"

/** What the server that holds a data directory says about itself on its lock's socket. */
export interface Holder {
  readonly pid: number
  readonly version: string
  /** ISO time. */
  readonly startedAt: string
  /** Known once it listens. */
  readonly url?: string
  /** The URL of its database without the password, and the name of the board; absent for a journal. */
  readonly database?: string
  readonly board?: string
}

export interface HolderAnswer {
  readonly alive: boolean
  /** undefined when it listens but gives no valid answer in time. */
  readonly holder: Holder | undefined
}

/**
 * Asks the server listening on the socket at a path who it is. Only a refused connection or a missing file
 * proves that no server listens. Any other failure (no permission, a full queue, no answer) is taken for a live
 * server. A connection that breaks is retried while there is time: a killed server still listens until its memory
 * is cleared.
 */
export async function askHolder(path: string, patienceMs = 500): Promise<HolderAnswer> {
  const end = performance.now() + patienceMs
  for (;;) {
    const { hasBroken, ...answer } = await askOnce(path, Math.max(1, end - performance.now()))
    if (!hasBroken || performance.now() + againMs > end) return answer
    await pause(againMs)
  }
}

/** The server that a text describes; undefined if the text is not valid. */
export function parseHolder(text: string): Holder | undefined {
  try {
    const value = JSON.parse(text) as Partial<Holder> | null
    if (
      typeof value?.pid !== "number" ||
      typeof value.version !== "string" ||
      typeof value.startedAt !== "string"
    )
      return undefined
    const { pid, version, startedAt, url, database, board } = value
    const more = Object.entries({ url, database, board }).filter(([, text]) => typeof text === "string")
    return { pid, version, startedAt, ...Object.fromEntries(more) }
  } catch {
    return undefined
  }
}

// --- internal ---

const againMs = 20

function askOnce(path: string, patienceMs: number): Promise<HolderAnswer & { readonly hasBroken: boolean }> {
  return new Promise((resolve) => {
    let text = ""
    const socket = connect(path)
    const finish = (alive: boolean, hasBroken: boolean): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ alive, hasBroken, holder: alive ? parseHolder(text) : undefined })
    }
    const timer = setTimeout(finish, patienceMs, true, false)
    socket.setEncoding("utf8")
    socket.on("data", (part: string) => {
      text += part
    })
    socket.on("end", () => finish(true, text === ""))
    socket.on("error", (error) => {
      const code = errno(error)
      finish(!["ECONNREFUSED", "ENOENT"].includes(code), code === "ECONNRESET")
    })
  })
}
