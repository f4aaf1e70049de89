import type { IncomingMessage } from "node:http"
import { fail } from "../../errors.ts"
import { single } from "./exchange.ts"

/** The versions that `If-Match` names; undefined for `*` or no header. @throws invalid_input */
export function versionsOf({ headers }: IncomingMessage): readonly number[] | undefined {
  const header = headers["if-match"]?.trim()
  if (header === undefined || header === "*") return undefined
  return header.split(",").map((tag) => {
    const version = /^"(\d{1,15})"$/.exec(tag.trim())?.[1]
    if (version !== undefined) return Number(version)
    return failHeader("If-Match", 'expected the ETag of a task, such as "3", or *', header)
  })
}

/** The `Idempotency-Key`, if there is one. @throws invalid_input */
export function idempotencyKeyOf(req: IncomingMessage): string | undefined {
  if (req.headers["idempotency-key"] === undefined) return undefined
  const key = single(req, "idempotency-key") ?? ""
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return key
  return failHeader("Idempotency-Key", "expected 1 to 255 printable ASCII characters", key)
}

/** The number of an event in this header, if the request has it. @throws invalid_input */
export function seqIn(
  { headers }: IncomingMessage,
  name: "Upnext-Min-Seq" | "Upnext-Command",
): number | undefined {
  const header = headers[name.toLowerCase()]
  if (header === undefined) return undefined
  const seq = typeof header === "string" && /^\d{1,15}$/.test(header) ? Number(header) : undefined
  if (seq !== undefined) return seq
  return failHeader(name, "expected the number of an event, such as 17", String(header))
}

// --- internal ---

function failHeader(path: string, message: string, received: string): never {
  fail("invalid_input", {
    detail: `The header ${path} is not valid: ${message}.`,
    errors: [{ path, message, received: received.slice(0, 100) }],
  })
}
