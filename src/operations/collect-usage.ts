import * as z from "zod"
import { measureUsage } from "../domain/rules/usage.ts"
import { AgentName } from "../domain/wire/schemas.ts"
import { readPoints } from "../domain/wire/usage/otlp.ts"
import { commandThatTells } from "../operation.ts"

export const collectUsage = commandThatTells({
  name: "usage.collect",
  summary: "Take the OpenTelemetry metrics of an attempt",
  description:
    "Coding agents send their metrics here by OTLP, as JSON that may be compressed with gzip, while they work on the attempt and up to an hour after its end. Tokens and costs in the metrics of known agents count once each, whether they come again, late, or in another order; all else is passed over. A worker gives this address to its command.",
  http: { method: "POST", path: "/otlp/{attempt}/v1/metrics" },
  access: "work",
  input: z.strictObject({
    attempt: z
      .string()
      .regex(/^T-[1-9]\d{0,14}\.\d{1,15}$/i, "expected an attempt such as T-12.3")
      .transform((attempt) => attempt.toUpperCase())
      .describe("the task and the epoch of its lease, such as T-12.3"),
    agent: AgentName.optional(),
    resourceMetrics: z.array(z.unknown()).optional().describe("as OTLP says").transform(readPoints),
  }),
  output: z.object({
    partialSuccess: z
      .object({ rejectedDataPoints: z.string(), errorMessage: z.string() })
      .optional()
      .describe("there only where some numbers were refused"),
  }),
  actor: "agent",
  takesBulk: true,
  refusals: ["task_not_found", "task_deleted", "lease_lost", "too_many_reports"],

  decide: (board, { attempt, resourceMetrics }, context) =>
    measureUsage(board, attempt, resourceMetrics, context),
  answer: (_, { told: rejected }) =>
    rejected === 0
      ? {}
      : {
          partialSuccess: {
            rejectedDataPoints: String(rejected),
            errorMessage: "Numbers that cannot be right, or too many at once.",
          },
        },
})
