import type { IncomingMessage } from "node:http"
import { isIP } from "node:net"
import { fail } from "../../errors.ts"
import type { Proxies } from "./proxies.ts"
import { hostInTarget } from "./target.ts"

/** Checks a request before anything else sees it. */
export type Guard = (req: IncomingMessage) => void

export interface GuardOptions {
  readonly allowedHosts: readonly string[]
  readonly proxies: Pick<Proxies, "forwardedHost">
  /** The id of the server's own home. */
  readonly homeId?: string | undefined
}

/**
 * Keeps foreign web pages out. Checks the name in `Host` on every route, whatever the port, so that an attacker's
 * name that points at this machine (DNS rebinding) does not reach anything. Behind a proxy it checks the name that
 * the client sent to the proxy. It also refuses a request that a browser marks as coming from another site, unless
 * a person followed a link, and a request meant for the server of another home, which may have listened here
 * before.
 * @throws invalid_input, forbidden_host, forbidden_origin or other_home
 */
export function createGuard({ allowedHosts, proxies, homeId }: GuardOptions): Guard {
  const allowed = new Set(["localhost", ...allowedHosts.map((name) => name.toLowerCase())])
  // Nearly every request carries the same host, so it is parsed once.
  let lastGood: string | undefined

  function checkHost(host: string): void {
    const name = hostName(host)
    if (name === undefined) failMalformed(host)
    if (!allowed.has(name) && isIP(name) === 0)
      fail("forbidden_host", {
        detail: `This server does not accept the host name ${name}.`,
        facts: { host: name },
      })
    lastGood = host
  }

  return (req) => {
    const { host: header } = req.headers
    if (header === undefined || header === "") failHost("The Host header is missing.")
    if (hasTwoHosts(req.rawHeaders)) failHost("There is more than one Host header.")
    const host = proxies.forwardedHost(req) ?? hostInTarget(req.url ?? "") ?? header
    if (host !== header && hostName(header) === undefined) failMalformed(header)
    if (host !== lastGood) checkHost(host)
    checkOrigin(req, host)
    checkHome(req, homeId)
  }
}

// --- internal ---

function failHost(detail: string): never {
  fail("invalid_input", {
    detail,
    hint: "Send one Host header that names this server, such as localhost:4445.",
  })
}

function failMalformed(host: string): never {
  failHost(`The host is malformed: ${host.slice(0, 100)}`)
}

/** `[::1]:4445` → `::1`; undefined if the text is not a host. */
function hostName(host: string): string | undefined {
  const match = /^(?:\[([\da-f:.]{2,45})\]|([a-z\d](?:[a-z\d_.-]{0,251}[a-z\d])?)\.?)(?::\d{1,5})?$/i.exec(
    host,
  )
  const [, address, name] = match ?? []
  if (address !== undefined) return isIP(address) === 6 ? address : undefined
  return name?.toLowerCase()
}

/** Node keeps the first of two Host headers silently. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let count = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === "host") count += 1
  }
  return count > 1
}

function checkHome({ headers }: IncomingMessage, own: string | undefined): void {
  const meant = headers["upnext-home"]
  if (meant === undefined || meant === own) return
  fail("other_home", {
    detail: "The request is meant for a server with another data directory.",
    facts: { serverHomeId: own ?? null },
  })
}

function checkOrigin({ method, headers }: IncomingMessage, host: string): void {
  const { origin } = headers
  if (origin !== undefined && origin.replace(/^https?:\/\//i, "").toLowerCase() !== host.toLowerCase())
    fail("forbidden_origin", { detail: "The request comes from another origin.", facts: { origin } })
  const site = headers["sec-fetch-site"]
  if (site === undefined || site === "same-origin" || site === "none") return
  const isRead = method === "GET" || method === "HEAD"
  // A frame or an embedded object is a navigation too, and shows a response inside another site's page.
  const isFollowedLink =
    isRead &&
    headers["sec-fetch-mode"] === "navigate" &&
    (headers["sec-fetch-dest"] ?? "document") === "document"
  if (!isFollowedLink) fail("forbidden_origin", "The request comes from a page on another site.")
}
