import type { H3 } from "h3"
import { fail } from "../errors.ts"
import type { Route } from "./route.ts"

/**
 * Adds the routes. Every path is registered for all methods, so a wrong method is refused at its own path, not at
 * `/tasks/{id}`. h3 itself answers a wrong method with 404.
 */
export function addRoutes(app: H3, routes: readonly Route[]): void {
  const allowed = new Map<string, string[]>()
  for (const { method, path, handle, doc, name = doc?.name ?? "asset" } of routes) {
    if (!handle) continue
    const pattern = path.replace(/\{(\w+)\}/g, ":$1")
    const methods = method === "GET" ? (["GET", "HEAD"] as const) : [method]
    for (const each of methods)
      app.on(each, pattern, (event) => {
        event.context.operation = name
        return handle(event)
      })
    allowed.set(pattern, [...(allowed.get(pattern) ?? []), ...methods])
  }
  for (const [pattern, allow] of allowed) app.all(pattern, ({ req }) => failMethod(req.method, allow))
}

// --- internal ---

function failMethod(method: string, allow: readonly string[]): never {
  fail("method_not_allowed", {
    detail: `${method} is not supported here; use ${allow.join(", ")}.`,
    facts: { allow },
  })
}
