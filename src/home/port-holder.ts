import { connect, createServer } from "node:net"
import type { HealthDocument } from "../client/contract.ts"
import { reachableHost, urlAt } from "./url.ts"

/** Who listens at an address. */
export type PortHolder =
  | { readonly kind: "free" }
  /** The address is not one of this machine, so whoever answers there is of no concern. */
  | { readonly kind: "elsewhere" }
  | {
      readonly kind: "upnext"
      readonly url: string
      readonly version: string
      readonly pid?: number | undefined
    }
  | { readonly kind: "other"; readonly pid?: number | undefined; readonly command?: string | undefined }

/**
 * What the server at this address says of its health. Rejects where none says it in `timeout` ms. The command that asks gives
 * this, as the server's script holds no client.
 */
export type AskHealth = (url: string, timeout: number) => Promise<HealthDocument>

/** Asks by connecting, which changes nothing; takes well below a second. */
export async function whoHolds(host: string, port: number, askHealth: AskHealth): Promise<PortHolder> {
  const name = reachableHost(host)
  if (name !== "127.0.0.1" && (await isElsewhere(name))) return { kind: "elsewhere" }
  if (!(await listens(name, port))) return { kind: "free" }
  const url = urlAt(host, port)
  // Loaded here, because each start comes this far and most find the port free.
  const { findListener } = await import("./listener.ts")
  const [health, listener] = await Promise.all([
    askHealth(url, 400).catch(() => undefined),
    findListener(port),
  ])
  if (health?.name === "upnext") return { kind: "upnext", url, version: health.version, pid: listener?.pid }
  return { kind: "other", ...listener }
}

/** The first port after this one, at the same address of this machine, that is free. */
export async function nextFreePort(host: string, port: number): Promise<number> {
  const name = reachableHost(host)
  let next = port
  do next = next >= 65_535 ? 1024 : next + 1
  while (next !== port && (await listens(name, next)))
  return next
}

/** `another Upnext server at … (pid 7)`, `nginx (pid 7)`, `another process`. */
export function describe(holder: PortHolder): string {
  if (holder.kind === "free") return "nobody"
  if (holder.kind === "elsewhere") return "another machine"
  const pid = holder.pid === undefined ? "" : ` (pid ${holder.pid})`
  if (holder.kind === "upnext")
    return `another Upnext server, version ${holder.version}, at ${holder.url}${pid}`
  return `${holder.command ?? "another process"}${pid}`
}

// --- internal ---

/** Whether nothing here can listen at this address, at whichever port. */
function isElsewhere(host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once("error", ({ code }: NodeJS.ErrnoException) => resolve(code === "EADDRNOTAVAIL"))
    server.listen({ host, port: 0 }, () => server.close(() => resolve(false)))
  })
}

function listens(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 300 })
    const finish = (isTaken: boolean) => {
      socket.destroy()
      resolve(isTaken)
    }
    socket.once("connect", () => finish(true))
    // No answer means a listener whose queue is full. A refused connection means that the port is free.
    socket.once("timeout", () => finish(true))
    socket.once("error", () => finish(false))
  })
}
