import { H3, type H3Event } from "h3"
import { fail } from "../errors.ts"
import type { Exchange } from "./exchange.ts"
import { streaming } from "./reply.ts"
import type { Route, RouteHandler } from "./route.ts"
import { decode } from "./target.ts"

/** Finds the route of a request and runs it. @throws not_found, method_not_allowed */
export type Router = (exchange: Exchange) => ReturnType<RouteHandler>

/**
 * The router knows every path with all methods. So a wrong method is refused at its own path, not at `/tasks/{id}`.
 * @param noteFor gives, for the name of a route, what is called when a request has found it
 */
export function createRouter(routes: readonly Route[], noteFor: (name: string) => () => void): Router {
  const app = new H3({ silent: true })
  const methods = new Map<string, string[]>()
  for (const { method, path, handle, doc, name = doc?.name ?? "asset" } of routes) {
    const note = noteFor(name)
    const pattern = path.replace(/\{(\w+)\}/g, ":$1")
    const isOpen = pattern.endsWith("**")
    app.on(method, pattern, ({ context }) => {
      const exchange = context["exchange"] as Exchange
      note()
      if (isOpen) decode(exchange.path, "path")
      return handle(exchange, context.params)
    })
    methods.set(pattern, [
      ...(methods.get(pattern) ?? []),
      ...(method === "GET" ? ["GET", "HEAD"] : [method]),
    ])
  }
  for (const [pattern, allow] of methods) app.all(pattern, ({ req }) => failMethod(req.method, allow))
  return (exchange) => route(app, exchange)
}

// --- internal ---

function failMethod(method: string, allow: readonly string[]): never {
  fail("method_not_allowed", {
    detail: `${method} is not offered here, but ${allow.join(", ")}.`,
    facts: { allow },
  })
}

/**
 * h3 finds the route and runs its handler; requests and responses stay Node's own. h3 is given only what it reads for
 * that (docs/decisions/h3-routing.md has the figures for a whole event).
 */
function route(app: H3, exchange: Exchange): ReturnType<RouteHandler> {
  const { method, path } = exchange
  const event = { req: { method }, url: { pathname: path }, context: { exchange } }
  const answered = app.handler(event as unknown as H3Event)
  if (typeof answered === "symbol" && answered !== streaming) {
    decode(path, "path")
    fail("not_found", { detail: `There is nothing at ${path.slice(0, 200)}.` })
  }
  return answered as ReturnType<RouteHandler>
}
