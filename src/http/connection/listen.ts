import type { RequestListener } from "node:http"
import { createServer } from "node:net"
import { isUnsafePort } from "get-port-please"
import { listen as listhen, type Listener } from "listhen"
import { fail, UpnextError } from "../../errors.ts"
import { longestRequestMs } from "../request/file-pace.ts"
import { inTurn } from "./in-turn.ts"
import { tend } from "./server.ts"

/** How long the requests in flight may take when a server closes, unless told otherwise. */
export const graceMs = 2000

export interface ListenOptions {
  readonly handler: RequestListener
  /** A name or an address of this machine. */
  readonly host: string
  /** Exactly this port; 0 for any free one. */
  readonly port: number
  /** Gets a warning when connections cannot be accepted. */
  readonly warn: (message: string, error: unknown) => void
  /** The most bytes of a file: such a request has the time that it takes to arrive. */
  readonly fileBytes: number
  /** How long the requests in flight may take when the server closes. */
  readonly graceMs?: number
}

export type Listening = Awaited<ReturnType<typeof listen>>

/** @throws port_taken or address_unavailable, without delay. It never listens at another port than the given one. */
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
    // Where it listens on all interfaces, listhen names 0.0.0.0, at which not every system reaches it.
    /** `http://127.0.0.1:4445`, without a slash at the end. */
    url: anyHost.includes(host) ? `http://127.0.0.1:${address.port}` : new URL(listener.url).origin,
    port: address.port,
    /** Where other machines reach it, such as a phone; empty on loopback. */
    networkUrls: urls.filter(({ type }) => type === "network").map(({ url }) => new URL(url).origin),
    /** Takes no more connections and finishes the requests in flight; after `graceMs` it cuts off what is left. */
    async close(): Promise<void> {
      const cut = setTimeout(() => server.closeAllConnections(), givenMs)
      await listener.close()
      clearTimeout(cut)
    },
  }
}

// --- internal ---

const anyHost = ["0.0.0.0", "::"]

/** Starts run one after the other: the probe of one would look like a taken port to another. */
let queue: Promise<unknown> = Promise.resolve()

function oneAtATime<T>(task: () => Promise<T>): Promise<T> {
  const done = queue.then(task)
  queue = done.catch(() => undefined)
  return done
}

/**
 * Every option is given, as listhen's defaults look at the environment, at the terminal and for other ports. It listens
 * on all interfaces only with the option `public`. Its error does not say why a port cannot be used, so `probe` finds out.
 */
async function start(handler: RequestListener, host: string, port: number): Promise<Listener> {
  // Where browsers refuse a port, listhen would take port 3000 in its place.
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

/** The error of the system when it listens there; undefined if it can. */
function probe(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once("error", resolve)
    server.listen({ port, host }, () => server.close(() => resolve(undefined)))
  })
}

/** @param cause undefined where the port is free by now: whoever took it a moment ago let it go */
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
