import { json } from "../reply/reply.ts"
import type { Route } from "../route.ts"

/**
 * Logs and traces, which some agents send wherever they send their metrics, and without the token. They would say on the
 * output of their attempt that these were refused. Nothing of them is read or kept.
 */
export const otherSignals: readonly Route[] = ["logs", "traces"].map((signal) => ({
  name: "otlp",
  method: "POST",
  path: `/otlp/{attempt}/v1/${signal}`,
  handle: () => json(200, {}),
}))
