import type { IncomingMessage } from "node:http"

/** How much of the answer to a write the client wants: the `return` preference of RFC 7240, 4.2. */
export type Preference = "minimal" | "representation"

/**
 * The preference that a request states; undefined without one. Other preferences and values are ignored, and so are
 * both values together, as the RFC says.
 */
export function preferenceOf({ headers: { prefer } }: IncomingMessage): Preference | undefined {
  if (prefer === undefined) return undefined
  const stated = new Set<string>()
  for (const each of String(prefer).split(",")) {
    const [, , value] = /^\s*return\s*=\s*("?)(minimal|representation)\1\s*(?:;|$)/i.exec(each) ?? []
    if (value !== undefined) stated.add(value.toLowerCase())
  }
  if (stated.size !== 1) return undefined
  return stated.has("minimal") ? "minimal" : "representation"
}
