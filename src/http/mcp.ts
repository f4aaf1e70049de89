import { once } from "node:events"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { ReadableStream } from "node:stream/web"
import type { Sender } from "../domain/rules/actor.ts"
import { UpnextError } from "../errors.ts"
import { identify, type Auth } from "./auth.ts"
import type { BodyReader } from "./body.ts"
import { departureOf, probeAfterEnd, type Departure } from "./departure.ts"
import type { Exchange } from "./exchange.ts"
import { headerActor } from "./header-actor.ts"
import { json, streaming, type Reply } from "./reply.ts"
import type { Route } from "./route.ts"

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

/** `/mcp`, behind the same guard as every route. The handler sees requests only after the token was checked. */
export function createMcpRoute({ auth, bodies, load }: McpRouteOptions): Route {
  return {
    name: "mcp",
    method: "POST",
    path: "/mcp",
    async handle(exchange): Promise<Reply | typeof streaming> {
      const { req, res } = exchange
      const { agent } = identify(auth, req)
      const body = await bodies.readJson(req, res).catch(toBroken)
      if (body instanceof UpnextError) return refuse(parseError, body.message)
      if (Array.isArray(body)) return refuse(invalidRequest, "Batches are not taken: send one message.")
      const handler = await load()
      const sender = { agent, actor: headerActor(req), departure: departureOf(exchange) }
      await pass(exchange, await handler(requestOf(exchange), body, sender))
      return streaming
    },
  }
}

// --- internal ---

/** Codes of JSON-RPC 2.0. */
const parseError = -32700
const invalidRequest = -32600

/** The refusal of a body that cannot be parsed. Any other refusal is thrown on. */
function toBroken(error: unknown): UpnextError {
  if (error instanceof UpnextError && error.code === "invalid_input") return error
  throw error
}

/** What a client of the protocol expects where its message is no request that the SDK could see. */
function refuse(code: number, message: string): Reply {
  return json(400, { jsonrpc: "2.0", id: null, error: { code, message } })
}

/** What the handler looks at: the headers. The body is parsed already. */
function requestOf({ req: { headersDistinct } }: Exchange): Request {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) headers.append(name, value)
  return new Request("http://localhost/mcp", { method: "POST", headers })
}

async function pass(exchange: Exchange, { status, headers, body }: Response): Promise<void> {
  const { res } = exchange
  const stream = body && Readable.fromWeb(body as ReadableStream)
  // Only before the head is sent can a client that has ended its side be probed without a trace.
  if (stream) await once(stream, "readable")
  if (res.destroyed) return
  headers.forEach((value, name) => res.setHeader(name, value))
  res.writeHead(status)
  if (!stream) return void res.end()
  if (headers.get("content-type")?.startsWith("text/event-stream"))
    probeAfterEnd(exchange, (sent) => res.write(":\n\n", sent))
  await pipeline(stream, res).catch(() => res.destroy())
}
