import type { IncomingMessage } from "node:http"
import { BlockList, isIP } from "node:net"

export interface ProxiedRequest extends Pick<IncomingMessage, "headers"> {
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/** What proxies in front of the server report about a request. The same headers from any other sender are ignored. */
export type Proxies = ReturnType<typeof createProxies>

/** @param addresses of the proxies whose word counts */
export function createProxies(addresses: readonly string[] = []) {
  const trusted = new BlockList()
  for (const address of addresses) trusted.addAddress(address, familyOf(address))

  function isProxy(address: string): boolean {
    return addresses.length > 0 && isIP(address) !== 0 && trusted.check(address, familyOf(address))
  }

  /** The address of the client. */
  function addressOf({ socket, headers }: ProxiedRequest): string {
    const peer = socket.remoteAddress ?? ""
    if (!isProxy(peer)) return peer
    const forwarded = lastOf(headers["x-forwarded-for"])
    return forwarded !== undefined && isIP(forwarded) !== 0 ? forwarded : peer
  }

  return {
    /** The host that the client asked the proxy for; undefined if no proxy reports it. */
    forwardedHost: ({ socket, headers }: ProxiedRequest): string | undefined =>
      isProxy(socket.remoteAddress ?? "") ? lastOf(headers["x-forwarded-host"]) : undefined,
    addressOf,
  }
}

// --- internal ---

/** The entry that the proxy itself added. The client may have sent the entries before it. */
function lastOf(header: string | readonly string[] | undefined): string | undefined {
  return header?.toString().split(",").at(-1)?.trim()
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4"
}
