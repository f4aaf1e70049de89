import { HealthDocument } from "../../domain/wire/health-document.ts"
import type { Route } from "../route.ts"

/** How the docs tell of `/health`. */
export const healthRoute: Route = {
  method: "GET",
  path: "/health",
  doc: {
    name: "health",
    summary: "Check whether the server can write, and if not, why",
    description: "This request is cheap, needs no token and never waits.",
    answers: [
      { status: 200, meaning: "The server can write", content: { "application/json": HealthDocument } },
      { status: 503, meaning: "The server cannot write", content: { "application/json": HealthDocument } },
    ],
  },
}
