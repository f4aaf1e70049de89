import { homeOf, loadConfig, type Sources } from "../config.ts"
import { UpnextError } from "../errors.ts"
import { hintOf } from "../terminal/hints.ts"
import type { Check, Finding, Surroundings } from "./check.ts"
import { checkpoint } from "./checkpoint.ts"
import { config } from "./config.ts"
import { filesystem } from "./filesystem.ts"
import { home } from "./home.ts"
import { journal } from "./journal.ts"
import { lock } from "./lock.ts"
import { node } from "./node.ts"
import { port } from "./port.ts"
import { server } from "./server.ts"

/** Everything that is looked at, in the order in which one thing rests on another. */
export const checks: readonly Check[] = [
  node,
  config,
  home,
  filesystem,
  lock,
  journal,
  checkpoint,
  port,
  server,
]

export interface Diagnosis {
  readonly ok: boolean
  readonly home: string
  readonly version: string
  readonly checks: readonly (Finding & { readonly name: string })[]
}

/** Looks at everything, also where the server is down or the config is bad. Changes nothing, never rejects. */
export async function examine(sources: Sources, version: string): Promise<Diagnosis> {
  const loaded = await loadConfig(sources).then(
    (value) => ({ value, error: undefined }),
    (error: unknown) => ({ value: undefined, error }),
  )
  const surroundings: Surroundings = {
    home: homeOf(sources),
    env: sources.env,
    config: loaded.value,
    configError: loaded.error,
    version,
  }
  const findings = []
  for (const { name, look } of checks) findings.push({ name, ...(await attempt(look, surroundings)) })
  return {
    ok: findings.every(({ status }) => status !== "fail"),
    home: surroundings.home,
    version,
    checks: findings,
  }
}

// --- internal ---

async function attempt(look: Check["look"], surroundings: Surroundings): Promise<Finding> {
  try {
    return await look(surroundings)
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    const hint = error instanceof UpnextError ? hintOf(error) : "This check itself failed; please report it."
    return { status: "fail", detail, hint }
  }
}
