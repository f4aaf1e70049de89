import { lookup as lookUpAll, type LookupAddress } from "node:dns"
import { request as requestHttp } from "node:http"
import { request as requestHttps } from "node:https"
import { BlockList, type LookupFunction } from "node:net"
import type { NotifyRequest } from "./formats.ts"

export type ResolveHost = (
  host: string,
  found: (error: Error | null, addresses?: readonly LookupAddress[]) => void,
) => void

export interface PostOptions {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  /** Default: what the system knows of the name. */
  readonly resolve?: ResolveHost
}

/**
 * Sends it, and resolves with the status of the answer; a redirect is an answer like any other. A host name is resolved once,
 * and the connection goes to what was found and checked. The error of a failure names the host at most.
 */
export async function post(
  { url, headers, body }: NotifyRequest,
  options: PostOptions = {},
): Promise<number> {
  const { timeoutMs = 10_000, resolve = resolveAll } = options
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout
  const bytes = Buffer.from(body)
  const send = url.startsWith("https:") ? requestHttps : requestHttp
  const sent = new Promise<number>((answered, failed) => {
    const exchange = send(url, {
      method: "POST",
      // No connection of another message is used again: it may lead elsewhere.
      agent: false,
      signal,
      lookup: checkedLookup(resolve),
      headers: { ...headers, "user-agent": "upnext", "content-length": String(bytes.length) },
    })
    let status: number | undefined
    const end = (error: Error) => (status === undefined ? failed(error) : answered(status))
    exchange.on("error", end)
    // Whatever a receiver does, nobody waits for it for ever.
    exchange.once("close", () => end(new Error("the connection was closed")))
    exchange.once("upgrade", (response, socket) => {
      answered(response.statusCode ?? 0)
      socket.destroy()
    })
    exchange.once("response", (response) => {
      status = response.statusCode ?? 0
      let left = mostBytes
      response.on("data", (part: Buffer) => {
        left -= part.length
        if (left < 0) response.destroy()
      })
      response.on("error", end)
    })
    exchange.end(bytes)
  })
  return sent.catch((error: unknown) => {
    if (timeout.aborted) throw new Error(`no answer came within ${timeoutMs / 1000} s`)
    throw error
  })
}

/** Whether an address may be connected to that a name has led to: it is on the public internet. */
export function isPublic({ address, family }: LookupAddress): boolean {
  return !inside.check(address, family === 6 ? "ipv6" : "ipv4")
}

// --- internal ---

/** What is read of an answer; nothing of it is kept. */
const mostBytes = 64 * 1024

const resolveAll: ResolveHost = (host, found) => lookUpAll(host, { all: true }, found)

/** Where nothing public is (IANA's registries of special-purpose addresses). It finds IPv4 in IPv6 (`::ffff:10.0.0.1`) too. */
const inside = new BlockList()
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  inside.addSubnet(net, bits, "ipv4")
// Besides what is private: what leads to an IPv4 address by its own way (SIIT, NAT64, Teredo, 6to4).
for (const [net, bits] of [
  ["::", 96],
  ["::ffff:0:0:0", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
  ["5f00::", 16],
  ["fc00::", 7],
  ["fe80::", 9],
  ["ff00::", 8],
] as const)
  inside.addSubnet(net, bits, "ipv6")

const ownAddresses: readonly LookupAddress[] = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
]

/** Where all addresses of a name are public. `localhost` alone is this machine, whatever a resolver says. */
function checkedLookup(resolve: ResolveHost): LookupFunction {
  return (host, options, found) => {
    const answer = (error: Error | null, addresses: readonly LookupAddress[] = []) => {
      const isInside = host !== "localhost" && addresses.some((each) => !isPublic(each))
      const [first] = addresses
      const wrong =
        error ??
        (isInside || !first ? new Error(`${host} points to an address that is not public`) : undefined)
      if (wrong) found(wrong, "", 0)
      else if (options.all) found(null, [...addresses])
      else if (first) found(null, first.address, first.family)
    }
    if (host === "localhost") answer(null, ownAddresses)
    else resolve(host, answer)
  }
}
