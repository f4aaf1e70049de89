import type { IncomingMessage } from "node:http"
import type { Identity } from "../../domain/wire/access/access.ts"
import { parseFor } from "../../domain/wire/asker.ts"
import { ActorName } from "../../domain/wire/schemas.ts"
import { fail } from "../../errors.ts"
import { single } from "./exchange.ts"

/**
 * The name in `Upnext-Actor`. A header consists of bytes: letters beyond ASCII are percent-encoded, or plain UTF-8.
 * @throws invalid_input if the header does not contain a name
 */
export function headerActor(req: IncomingMessage, who?: Identity): string | undefined {
  if (req.headers["upnext-actor"] === undefined) return undefined
  const raw = Buffer.from(single(req, "upnext-actor") ?? "", "latin1").toString("utf8")
  const parsed = parseFor(who?.name, () => ActorName.safeParse(unescape(raw)))
  if (parsed.success) return parsed.data
  fail("invalid_input", {
    detail: "The header Upnext-Actor does not contain a name.",
    errors: parsed.error.issues.map(({ message }) => ({
      path: "Upnext-Actor",
      message,
      received: raw.slice(0, 100),
    })),
  })
}

// --- internal ---

function unescape(raw: string): string {
  try {
    return decodeURIComponent(raw)
  } catch {
    return raw
  }
}
