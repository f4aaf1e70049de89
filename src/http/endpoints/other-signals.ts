import { json } from "../reply/reply.ts"
import type { Route } from "../route.ts"

/**
 * Logs and traces, which some agents send wherever they send their metrics, and without the token. If these were
 * refused, the agents would report that in the output of their attempt. Nothing in them is read or kept.
 */
export const otherSignals: readonly Route[] = ["logs", "traces"].map((signal) => ({
  name: "otlp",
  method: "POST",
  path: `/otlp/{attempt}/v1/${signal}`,
  handle: () => json(200, {}),
}))
