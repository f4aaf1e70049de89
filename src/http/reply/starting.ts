import type { RequestListener } from "node:http"
import { UpnextError } from "../../errors.ts"
import { problemOf } from "./problem.ts"

/** Answers while the server reads its board. */
export const answerStarting: RequestListener = (_, res) => {
  const problem = problemOf(new UpnextError("unavailable", { detail: "The server is starting." }))
  res.writeHead(503, { "content-type": "application/problem+json", "retry-after": "1", connection: "close" })
  res.end(JSON.stringify(problem))
}
