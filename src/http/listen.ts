import { subscribe, unsubscribe } from "node:diagnostics_channel"
import type { RequestListener, Server } from "node:http"
import { createServer, type AddressInfo } from "node:net"
import { listen as listhen, type Listener } from "listhen"
import { fail, UpnextError } from "../errors.ts"
import { tend } from "./server.ts"

export interface ListenOptions {
  readonly handler: RequestListener
  /** A name or an address of this machine. */
  readonly host: string
  /** Exactly this port; 0 for any free one. */
  readonly port: number
  /** Gets a warning when connections cannot be accepted. */
  readonly warn: (message: string, error: unknown) => void
  /** How long the requests in flight may take when the server closes; default 2 s. */
  readonly graceMs?: number
}

export interface Listening {
  /** `http://127.0.0.1:4445`, without a slash at the end. */
  readonly url: string
  readonly port: number
  /** Takes no more connections and finishes the requests in flight; after `graceMs` it cuts off what is left. */
  close(): Promise<void>
}

/** @throws port_taken or address_unavailable, without delay. It never listens at another port than the given one. */
export async function listen({
  handler,
  host,
  port,
  graceMs = 2000,
  warn,
}: ListenOptions): Promise<Listening> {
  // For such a host, listhen would only warn and use localhost.
  if (!/^(?!-)[\w.:-]{1,63}(?<!-)$/.test(host) || host.includes("_"))
    fail("address_unavailable", `${host} is not the name or the address of a machine.`)
  const listener = await oneAtATime(() => start(handler, host, port))
  const { server } = listener as { server: Server }
  tend(server, warn)
  const bound = (server.address() as AddressInfo).port
  return {
    url: `http://${urlHost(host)}:${bound}`,
    port: bound,
    async close() {
      const cut = setTimeout(() => server.closeAllConnections(), graceMs)
      await listener.close()
      clearTimeout(cut)
    },
  }
}

// --- internal ---

const anyHost = ["0.0.0.0", "::"]

function urlHost(host: string): string {
  if (anyHost.includes(host)) return "127.0.0.1"
  return host.includes(":") ? `[${host}]` : host
}

/** Starts run one after the other: the probe of one would look like a taken port to another. */
let queue: Promise<unknown> = Promise.resolve()

function oneAtATime<T>(task: () => Promise<T>): Promise<T> {
  const done = queue.then(task)
  queue = done.catch(() => undefined)
  return done
}

/** listhen says only that it found no port, so `probe` finds out why. If the port is free by then, it tries again. */
async function start(handler: RequestListener, host: string, port: number): Promise<Listener> {
  for (let attempt = 1; ; attempt += 1) {
    const cause = await tryListening(handler, host, port).catch((error: unknown) => ({ error }))
    if (!("error" in cause)) return cause
    const refusal = await probe(host, port)
    if (refusal) throw toRefusal(refusal, host, port)
    if (attempt === 3)
      fail("address_unavailable", {
        detail: `Port ${port} cannot be used: web browsers refuse to open it.`,
        cause: cause.error,
      })
  }
}

/**
 * Every option is given, as listhen's defaults look at the environment, at the terminal and for other ports. It takes
 * port 3000 where the list of ports is empty, or browsers refuse all of them; -1, which no server can have, makes it
 * fail instead. It listens on all interfaces only where it is told `public`.
 */
function tryListening(handler: RequestListener, host: string, port: number): Promise<Listener> {
  const isAny = port === 0
  const ports = isAny ? [] : [-1]
  return catchingErrors(handler, () =>
    listhen(handler, {
      port: { port, random: isAny, ports, portRange: none, alternativePortRange: none, verbose: false },
      hostname: host,
      public: anyHost.includes(host),
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
    }),
  )
}

/**
 * listhen tries the port, closes it and listens again. Where another program is quicker, the server emits `error`, and
 * without a listener that ends the process. listhen hands the server out only afterwards; Node's own channel shows each
 * server that is about to listen.
 */
function catchingErrors(handler: RequestListener, run: () => Promise<Listener>): Promise<Listener> {
  return new Promise<Listener>((resolve, reject) => {
    const meet = (message: unknown) => {
      const { server } = message as { server: Server }
      if (!server.listeners("request").includes(handler)) return
      unsubscribe(aboutToListen, meet)
      server.once("error", reject)
    }
    subscribe(aboutToListen, meet)
    run()
      .then(resolve, reject)
      .finally(() => unsubscribe(aboutToListen, meet))
  })
}

const aboutToListen = "tracing:net.server.listen:asyncStart"

/** No range. The types ask for two numbers; with two, listhen would no longer pick a free port for 0. */
const none = [] as unknown as [number, number]

/** The error of the system when it listens there; undefined if it can. */
function probe(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once("error", resolve)
    server.listen({ port, host }, () => server.close(() => resolve(undefined)))
  })
}

function toRefusal(cause: NodeJS.ErrnoException, host: string, port: number): UpnextError {
  if (cause.code === "EADDRINUSE")
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
  const why = cause.code === "EACCES" ? "this user may not use that port" : (cause.code ?? cause.message)
  return new UpnextError("address_unavailable", { detail: `${host}, port ${port}: ${why}.`, cause })
}
