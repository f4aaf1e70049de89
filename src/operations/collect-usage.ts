import * as z from "zod"
import { measureUsage } from "../domain/rules/usage.ts"
import { AgentName } from "../domain/wire/schemas.ts"
import { readPoints } from "../domain/wire/usage/otlp.ts"
import { commandThatTells } from "../operation.ts"

export const collectUsage = commandThatTells({
  name: "usage.collect",
  summary: "Receive the OpenTelemetry metrics of an attempt",
  description:
    "Coding agents send their metrics here over OTLP, as JSON, optionally compressed with gzip, during the attempt and up to an hour after its end. Tokens and costs in the metrics of known agents are counted only once, even if they arrive repeatedly, late or out of order; everything else is ignored. A worker passes this address to its command.",
  http: { method: "POST", path: "/otlp/{attempt}/v1/metrics" },
  access: "work",
  input: z.strictObject({
    attempt: z
      .string()
      .regex(/^T-[1-9]\d{0,14}\.\d{1,15}$/i, "expected an attempt such as T-12.3")
      .transform((attempt) => attempt.toUpperCase())
      .describe("the task and the epoch of its lease, such as T-12.3"),
    agent: AgentName.optional(),
    resourceMetrics: z
      .array(z.unknown())
      .optional()
      .describe("the metrics, as OTLP defines them")
      .transform(readPoints),
  }),
  output: z.object({
    partialSuccess: z
      .object({ rejectedDataPoints: z.string(), errorMessage: z.string() })
      .optional()
      .describe("present only if some numbers were refused"),
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
            errorMessage: "The numbers are impossible, or there are too many at once.",
          },
        },
})
