import type { IncomingMessage, ServerResponse } from "node:http"
import { fail } from "../errors.ts"

/** One request and the response to it. */
export interface Exchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  /** The method that routes know: HEAD is a GET whose answer loses its body on the way out. */
  readonly method: string
  /** As it came, percent-encoded, without the query. */
  readonly path: string
  /** What follows the `?`; empty without one. */
  readonly query: string
}

/** Path parameters, percent-encoded as they came. */
export type Params = Readonly<Record<string, string>>

/**
 * @throws invalid_input for a target that is neither a path nor an address of this very host (RFC 9112, 3.2),
 * not_found for a path that leads through `..`: clients resolve that themselves, and nothing here has such a name
 */
export function toExchange(req: IncomingMessage, res: ServerResponse): Exchange {
  const target = req.url?.startsWith("/") ? req.url : fromAbsolute(req)
  const mark = target.indexOf("?")
  const path = mark < 0 ? target : target.slice(0, mark)
  if (dots.test(path)) fail("not_found", `There is nothing at ${path.slice(0, 200)}.`)
  const { method = "GET" } = req
  return {
    req,
    res,
    method: method === "HEAD" ? "GET" : method,
    path,
    query: mark < 0 ? "" : target.slice(mark + 1),
  }
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

/** One value of a header that may come only once. @throws invalid_input where it came more often */
export function single(req: IncomingMessage, name: string): string | undefined {
  const values = req.headersDistinct[name]
  if (!values || values.length < 2) return values?.[0]
  fail("invalid_input", {
    detail: `The header ${name} came ${values.length} times.`,
    errors: [{ path: name, message: "must come once", received: values.length }],
  })
}

// --- internal ---

/** A segment of one or two dots, also percent-encoded (WHATWG URL, 4.5). */
const dots = /\/(?:\.|%2e){1,2}(?:\/|$)/i

function fromAbsolute({ url = "", headers }: IncomingMessage): string {
  const [, authority = "", rest = ""] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(url) ?? []
  if (authority === "" || authority.toLowerCase() !== headers.host?.toLowerCase())
    fail("invalid_input", "The target of the request is neither a path nor an address of this server.")
  return rest.startsWith("/") ? rest : `/${rest}`
}
