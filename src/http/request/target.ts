import { fail } from "../../errors.ts"

/** What the first line of a request asks for. */
export interface Target {
  /** Without the query; characters that need no percent-encoding stand for themselves. */
  readonly path: string
  /** What follows the `?`; empty without one. */
  readonly query: string
}

/**
 * The host in the target itself, as in `GET http://localhost:4445/health`; undefined for a plain path. If there is
 * one, this host counts and the Host header does not (RFC 9112, 3.2.2).
 * @throws invalid_input for a target that is neither a path nor an address
 */
export function hostInTarget(url: string): string | undefined {
  return url.startsWith("/") ? undefined : parseAddress(url).host
}

/**
 * @throws not_found for a path with `.` or `..`, because clients resolve these themselves and no path here has such
 * a part
 */
export function parseTarget(url: string): Target {
  const target = url.startsWith("/") ? url : parseAddress(url).target
  const mark = target.indexOf("?")
  const given = mark < 0 ? target : target.slice(0, mark)
  const path = given.includes("%") ? normalize(given) : given
  if (dots.test(path)) fail("not_found", `There is nothing at ${path.slice(0, 200)}.`)
  return { path, query: mark < 0 ? "" : target.slice(mark + 1) }
}

/** @throws invalid_input for bad percent-encoding */
export function decode(text: string, where: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    fail("invalid_input", {
      detail: "The URL is not properly percent-encoded.",
      errors: [
        { path: where, message: "is not properly percent-encoded UTF-8", received: text.slice(0, 100) },
      ],
    })
  }
}

// --- internal ---

/** A segment of one or two dots (RFC 3986, 3.3). */
const dots = /\/\.{1,2}(?:\/|$)/

const unreserved = /[\w.~-]/

/** Gives two paths the same form if they differ only in their percent-encoding (RFC 3986, 6.2.2). */
function normalize(path: string): string {
  return path.replace(/%[\da-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
    return unreserved.test(character) ? character : escape.toUpperCase()
  })
}

function parseAddress(url: string): { host: string; target: string } {
  const [, host = "", rest = ""] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(url) ?? []
  if (host === "") fail("invalid_input", "The request target is neither a path nor a URL.")
  return { host, target: rest.startsWith("/") ? rest : `/${rest}` }
}
