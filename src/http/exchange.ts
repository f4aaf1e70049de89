import type { IncomingMessage, ServerResponse } from "node:http"
import { fail } from "../errors.ts"
import { parseTarget, type Target } from "./target.ts"

/** One request and the response to it. */
export interface Exchange extends Target {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  /** The method that routes know: HEAD is a GET whose reply loses its body on the way out. */
  readonly method: string
}

/** Path parameters, percent-encoded as in the path. */
export type Params = Readonly<Record<string, string>>

/** @throws invalid_input, not_found; see `parseTarget` */
export function toExchange(req: IncomingMessage, res: ServerResponse): Exchange {
  const { method = "GET", url = "" } = req
  const { path, query } = parseTarget(url)
  return { req, res, method: method === "HEAD" ? "GET" : method, path, query }
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
