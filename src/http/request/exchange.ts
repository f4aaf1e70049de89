import { IncomingMessage, ServerResponse } from "node:http"
import type { H3Event } from "h3"
import { fail } from "../../errors.ts"

/**
 * A request and its response as Node represents them, for cases in which the platform's own forms lack information.
 */
export interface NodeExchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
}

export function nodeOf({ context, runtime }: H3Event): NodeExchange {
  if (context.node) return context.node
  const { req, res } = runtime?.node ?? {}
  if (req instanceof IncomingMessage && res instanceof ServerResponse) return (context.node = { req, res })
  throw new Error("The request did not come through node:http")
}

/** The value of a header that may occur only once. @throws invalid_input if it occurs more often */
export function single(req: IncomingMessage, name: string): string | undefined {
  const values = req.headersDistinct[name]
  if (!values || values.length < 2) return values?.[0]
  fail("invalid_input", {
    detail: `The header ${name} was sent ${values.length} times.`,
    errors: [{ path: name, message: "must be sent once", received: values.length }],
  })
}
