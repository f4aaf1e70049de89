import { UpnextError } from "../errors.ts"
import { unreachable } from "./client-error.ts"

/** True if an open connection broke, so that it is unknown whether the request was carried out. */
export function isLost(error: unknown): boolean {
  return ["ECONNRESET", "EPIPE", "ECONNABORTED", "UND_ERR_SOCKET"].includes(codeOf(error) ?? "")
}

/** `ECONNREFUSED` and its like, which a fetch gives as the cause of its error; of several addresses tried, the first one's. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  return "code" in error && typeof error.code === "string" ? error.code : codeOf(error.cause)
}

/** The error for a request that got no answer. `cause` is what the fetch said. */
export function toUnreachable(
  cause: unknown,
  origin: string,
  { method, timeoutMs = 0 }: { readonly method: string; readonly timeoutMs?: number | undefined },
): UpnextError {
  const known = [cause, cause instanceof Error ? cause.cause : undefined].find(isRefusal)
  if (known) return known
  const code = codeOf(cause)
  if (cause instanceof Error && cause.name === "TimeoutError")
    return unreachable(`${origin} did not answer within ${Math.round(timeoutMs / 1000)} s.`, cause)
  if (code === "ECONNREFUSED") return unreachable(`No server is listening at ${origin}.`, cause)
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return unreachable(`The host name in ${origin} cannot be resolved.`, cause)
  if (!isLost(cause)) return unreachable(`${origin} cannot be reached${code ? ` (${code})` : ""}.`, cause)
  const doubt = method === "GET" ? "" : " It is unknown whether the request was carried out."
  return unreachable(`The connection to ${origin} was lost before the answer came.${doubt}`, cause)
}

// --- internal ---

const isRefusal = (error: unknown): error is UpnextError => error instanceof UpnextError
