import { appendFileSync, mkdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { isLoopback } from "../machine/loopback.ts"
import { credentialsPath } from "./credentials.ts"
import { note } from "./output.ts"
import type { Env } from "./sources.ts"

/** Says once for each server that a token goes to it over plain HTTP, where anyone on the way can read it. */
export function notePlainHttp({ url, token }: { url: string; token: string | undefined }, env: Env): void {
  if (token === undefined || !url.startsWith("http:") || isLoopback(new URL(url).hostname)) return
  const path = join(dirname(credentialsPath(env)), "plain-http")
  if (readSaid(path).includes(url)) return
  note(`${url} is plain HTTP: others can read the token in transit. Use https, or a trusted network.`)
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    appendFileSync(path, `${url}\n`, { mode: 0o600 })
  } catch {
    // It is said again.
  }
}

// --- internal ---

function readSaid(path: string): string[] {
  try {
    return readFileSync(path, "utf8").split("\n")
  } catch {
    return []
  }
}
