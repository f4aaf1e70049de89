import type { RequestListener } from "node:http"
import { createServer } from "node:net"
import { isUnsafePort } from "get-port-please"
import { listen as listhen, type Listener } from "listhen"
import { fail, UpnextError } from "../../errors.ts"
import { longestRequestMs } from "../request/file-pace.ts"
import { inTurn } from "./in-turn.ts"
import { tend } from "./server.ts"

/** How long the requests in flight may take when a server closes, unless another time is given. */
export const graceMs = 2000

export interface ListenOptions {
  readonly handler: RequestListener
  /** A name or an address of this machine. */
  readonly host: string
  /** Exactly this port; 0 for any free one. */
  readonly port: number
  /** Gets a warning when connections cannot be accepted. */
  readonly warn: (message: string, error: unknown) => void
  /**
   * The maximum size of a file in bytes: a request with a file gets the time that a file of this size takes to
   * arrive.
   */
  readonly fileBytes: number
  /** How long the requests in flight may take when the server closes. */
  readonly graceMs?: number
}

export type Listening = Awaited<ReturnType<typeof listen>>

/** @throws port_taken or address_unavailable, without delay. It never listens on another port than the given one. */
export async function listen({
  handler,
  host,
  port,
  graceMs: givenMs = graceMs,
  warn,
  fileBytes,
}: ListenOptions) {
  // For such a host, listhen would only warn and use localhost.
  if (!/^(?!-)[\w.:-]{1,63}(?<!-)$/.test(host) || host.includes("_"))
    fail("address_unavailable", `${host} is not the name or the address of a machine.`)
  const listener = await oneAtATime(() => start(inTurn(handler), host, port))
  const { server, address } = listener
  tend(server, warn, longestRequestMs(fileBytes))
  const urls = await listener.getURLs({ extraURLs: [] })
  return {
    // If the server listens on all interfaces, listhen reports 0.0.0.0, with which some systems cannot reach it.
    /** `http://127.0.0.1:4445`, without a slash at the end. */
    url: anyHost.includes(host) ? `http://127.0.0.1:${address.port}` : new URL(listener.url).origin,
    port: address.port,
    /** The addresses at which other machines, such as a phone, reach the server; empty on loopback. */
    networkUrls: urls.filter(({ type }) => type === "network").map(({ url }) => new URL(url).origin),
    /** Stops accepting connections and finishes the requests in flight; after `graceMs` it cuts off the rest. */
    async close(): Promise<void> {
      const cut = setTimeout(() => server.closeAllConnections(), givenMs)
      await listener.close()
      clearTimeout(cut)
    },
  }
}

// --- internal ---

const anyHost = ["0.0.0.0", "::"]

/** Starts run one after the other, because the probe of one start would look like a taken port to another. */
let queue: Promise<unknown> = Promise.resolve()

function oneAtATime<T>(task: () => Promise<T>): Promise<T> {
  const done = queue.then(task)
  queue = done.catch(() => undefined)
  return done
}

/**
 * Every option is given explicitly, because listhen's defaults depend on the environment and the terminal and
 * include other ports. It listens on all interfaces only with the option `public`. Its error does not say why a
 * port cannot be used, so `probe` finds out.
 */
async function start(handler: RequestListener, host: string, port: number): Promise<Listener> {
  // If browsers refuse a port, listhen would use port 3000 instead.
  if (isUnsafePort(port))
    fail("address_unavailable", `Web browsers refuse to open port ${port}, so it cannot be used.`)
  try {
    return await listhen(handler, {
      port: { port, random: port === 0, ports: [] },
      hostname: host,
      public: anyHost.includes(host),
      baseURL: "",
      showURL: false,
      qr: false,
      open: false,
      clipboard: false,
      https: false,
      tunnel: false,
      ws: false,
      autoClose: false,
      isTest: false,
      isProd: true,
    })
  } catch {
    throw toRefusal(await probe(host, port), host, port)
  }
}

/** The system's error when listening on the port; undefined if that works. */
function probe(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once("error", resolve)
    server.listen({ port, host }, () => server.close(() => resolve(undefined)))
  })
}

/** @param cause undefined if the port is free by now, because the process that had it a moment ago has released it */
function toRefusal(cause: NodeJS.ErrnoException | undefined, host: string, port: number): UpnextError {
  if (!cause || cause.code === "EADDRINUSE")
    return new UpnextError("port_taken", {
      detail: `Port ${port} on ${host} is taken.`,
      facts: { port, host },
      cause,
    })
  if (cause.code === "EADDRNOTAVAIL")
    return new UpnextError("address_unavailable", {
      detail: `${host} is not an address of this machine.`,
      facts: { host, port },
      cause,
    })
  const why = cause.code === "EACCES" ? "this user may not use the port" : (cause.code ?? cause.message)
  return new UpnextError("address_unavailable", { detail: `${host}, port ${port}: ${why}.`, cause })
}
