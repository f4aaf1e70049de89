import { connect, createServer } from "node:net"
import type { HealthDocument } from "../client/contract.ts"
import { reachableHost, urlAt } from "./url.ts"

/** Who listens at an address. */
export type PortHolder =
  | { readonly kind: "free" }
  /** The address is not an address of this machine, so another program that answers there does not matter. */
  | { readonly kind: "elsewhere" }
  | {
      readonly kind: "upnext"
      readonly url: string
      readonly version: string
      readonly pid?: number | undefined
    }
  | { readonly kind: "other"; readonly pid?: number | undefined; readonly command?: string | undefined }

/**
 * The health that the server at this address reports. Rejects if it does not report any within `timeout` ms. The
 * calling command passes this function, because the server's script contains no client.
 */
export type AskHealth = (url: string, timeout: number) => Promise<HealthDocument>

/** Tests by connecting, which changes nothing and takes well under a second. */
export async function whoHolds(host: string, port: number, askHealth: AskHealth): Promise<PortHolder> {
  const name = reachableHost(host)
  if (name !== "127.0.0.1" && (await isElsewhere(name))) return { kind: "elsewhere" }
  if (!(await listens(name, port))) return { kind: "free" }
  const url = urlAt(host, port)
  // Loaded only here, because each start reaches this point and most starts find the port free.
  const { findListener } = await import("./listener.ts")
  const [health, listener] = await Promise.all([
    askHealth(url, 400).catch(() => undefined),
    findListener(port),
  ])
  if (health?.name === "upnext") return { kind: "upnext", url, version: health.version, pid: listener?.pid }
  return { kind: "other", ...listener }
}

/** The first free port after this one, at the same address of this machine. */
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

/** Whether nothing on this machine can listen at this address, at any port. */
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
    // No answer means that a listener's queue is full. A refused connection means that the port is free.
    socket.once("timeout", () => finish(true))
    socket.once("error", () => finish(false))
  })
}
