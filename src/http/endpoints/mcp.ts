import { once } from "node:events"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { ReadableStream } from "node:stream/web"
import { fromNodeHandler, type H3Event } from "h3"
import type { Sender } from "../../domain/rules/actor.ts"
import { UpnextError } from "../../errors.ts"
import type { Auth } from "../request/auth.ts"
import type { BodyReader } from "../request/body.ts"
import { departureOf, probeAfterEnd, type Departure } from "../request/departure.ts"
import { headerActor } from "../request/header-actor.ts"
import { nodeOf } from "../request/exchange.ts"
import { json } from "../reply/reply.ts"
import type { Route } from "../route.ts"

/** Answers one request of the Model Context Protocol. */
export type McpHandler = (request: Request, body: unknown, sender: McpSender) => Promise<Response>

export interface McpSender extends Sender {
  readonly departure: Departure
}

export interface McpRouteOptions {
  readonly auth: Auth
  readonly bodies: BodyReader
  load(): Promise<McpHandler>
}

/** `/mcp`, behind the same guard as every route. The handler gets requests only after the token was checked. */
export function createMcpRoute({ auth, bodies, load }: McpRouteOptions): Route {
  return {
    name: "mcp",
    method: "POST",
    path: "/mcp",
    async handle(event) {
      const { req, res } = nodeOf(event)
      // Each tool is an operation, which takes its own role.
      const { who, signal } = await auth.identify(req, { name: "mcp", access: "read" })
      const body = await bodies.readJson(req, res).catch(toBroken)
      if (body instanceof UpnextError) return refuse(parseError, body.message)
      if (Array.isArray(body)) return refuse(invalidRequest, "Batches are not supported: send one message.")
      const handler = await load()
      const departure = departureOf({ req, res }, signal)
      const sender = { agent: who?.agent, who, actor: headerActor(req), departure }
      const response = await handler(event.req, body, sender)
      return response.headers.get("content-type")?.startsWith("text/event-stream")
        ? stream(event, response)
        : response
    },
  }
}

// --- internal ---

/** Codes of JSON-RPC 2.0. */
const parseError = -32700
const invalidRequest = -32600

/** The refusal of a body that cannot be parsed. Any other error is rethrown. */
function toBroken(error: unknown): UpnextError {
  if (error instanceof UpnextError && error.code === "invalid_input") return error
  throw error
}

/** The response that a client of the protocol expects when its message cannot be given to the SDK as a request. */
function refuse(code: number, message: string): Response {
  return json(400, { jsonrpc: "2.0", id: null, error: { code, message } })
}

/** A client that has ended its side can be probed without a trace only before the head is sent. */
function stream(event: H3Event, { status, headers, body }: Response): unknown {
  const exchange = nodeOf(event)
  const { res } = exchange
  return fromNodeHandler(async () => {
    const messages = Readable.fromWeb(body as ReadableStream)
    await once(messages, "readable")
    if (res.destroyed) return
    headers.forEach((value, name) => res.setHeader(name, value))
    res.writeHead(status)
    probeAfterEnd(exchange, (sent) => res.write(":\n\n", sent))
    await pipeline(messages, res).catch(() => res.destroy())
  })(event)
}
