import { IncomingMessage, ServerResponse } from "node:http"
import type { H3Event } from "h3"
import { fail } from "../../errors.ts"

/** A request and its response as Node has them, where the platform's own forms do not tell enough. */
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

/** One value of a header that may come only once. @throws invalid_input where it came more often */
export function single(req: IncomingMessage, name: string): string | undefined {
  const values = req.headersDistinct[name]
  if (!values || values.length < 2) return values?.[0]
  fail("invalid_input", {
    detail: `The header ${name} was sent ${values.length} times.`,
    errors: [{ path: name, message: "must be sent once", received: values.length }],
  })
}
