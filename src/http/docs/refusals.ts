import type { ErrorCode } from "../../errors.ts"
import type { Operation, Query } from "../../operation.ts"

/** What any request may be refused with. */
export const common: readonly ErrorCode[] = [
  "invalid_input",
  "forbidden_host",
  "forbidden_origin",
  "other_home",
  "internal",
  "unavailable",
]

/** Where a server asks for a token. */
export const withToken: readonly ErrorCode[] = [
  "unauthorized",
  "not_allowed",
  "actor_mismatch",
  "too_many_attempts",
]

/** Every code with which an operation can be refused: its own codes, and those that follow from its form. */
export function refusalsOf(operation: Operation): ErrorCode[] {
  const { access, opensWithBoard, kind, http, refusals = [] } = operation
  const hasBody = http.method !== "GET" && http.method !== "DELETE"
  const codes: readonly ErrorCode[] = [
    ...common,
    ...withToken,
    ...(access === "admin" && opensWithBoard !== true && kind === "command" ? (["needs_home"] as const) : []),
    ...(hasBody ? withBody : []),
    ...("subject" in operation ? ofTask : []),
    ...refusals,
    ...(http.method === "POST" ? idempotent : []),
    ...(kind === "command" ? written : []),
    ...(kind === "query" && readsLog(operation) ? (["storage_unreachable"] as const) : []),
    ...(kind === "query" && operation.past !== undefined ? ofPast : []),
    "not_caught_up",
    ...(kind === "command" && operation.subject !== undefined ? versioned : []),
  ]
  return [...new Set(codes)]
}

// --- internal ---

const withBody: readonly ErrorCode[] = ["request_timeout", "body_too_large", "unsupported_media_type"]
const ofTask: readonly ErrorCode[] = ["task_not_found", "task_deleted"]
const idempotent: readonly ErrorCode[] = ["idempotency_mismatch"]
const written: readonly ErrorCode[] = [
  "storage_failed",
  "storage_full",
  "memory_full",
  "storage_unreachable",
  "storage_diverged",
]
const ofPast: readonly ErrorCode[] = [
  "moment_not_found",
  "past_unavailable",
  "memory_too_small",
  "program_replaced",
]
const readsLog = ({ trail, points, past }: Query): boolean =>
  trail !== undefined || points !== undefined || past !== undefined
const versioned: readonly ErrorCode[] = ["version_mismatch"]
