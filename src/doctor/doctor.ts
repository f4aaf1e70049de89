import { readConfig, type Config, type Sources } from "../config/config.ts"
import { UpnextError } from "../errors.ts"
import { findServerOnDatabase } from "../home/running.ts"
import { hintOf } from "../terminal/hints.ts"
import { agents } from "./agents.ts"
import { names } from "./team-names.ts"
import { backup } from "./backup.ts"
import type { Check, Finding, Surroundings } from "./check.ts"
import { client } from "./client.ts"
import { checkpoint } from "./checkpoint.ts"
import { clock } from "./clock.ts"
import { config } from "./config.ts"
import { credentials } from "./credentials.ts"
import { board, database, databaseClock, servers } from "./database.ts"
import { files } from "./files.ts"
import { filesystem } from "./filesystem.ts"
import { home } from "./home.ts"
import { journal } from "./journal.ts"
import { key } from "./key.ts"
import { lock } from "./lock.ts"
import { node } from "./node.ts"
import { notify } from "./notify.ts"
import { port } from "./port.ts"
import { server } from "./server.ts"

/** All checks. Each check comes after the checks that it needs. */
const checks: readonly Check[] = [
  node,
  config,
  database,
  board,
  servers,
  databaseClock,
  home,
  filesystem,
  lock,
  journal,
  checkpoint,
  files,
  key,
  backup,
  notify,
  clock,
  port,
  server,
  client,
  credentials,
  names,
  agents,
]

export interface Diagnosis {
  /** True when no check failed. */
  readonly ok: boolean
  readonly home: string
  readonly version: string
  readonly checks: readonly NamedFinding[]
}

type NamedFinding = Finding & { readonly name: string }

/** Runs all checks, even when the server is down or the config is invalid. Changes nothing and never rejects. */
export async function examine(
  sources: Sources,
  given: Pick<Surroundings, "version" | "cwd" | "findClientAddress" | "askHealth" | "startCommand">,
): Promise<Diagnosis> {
  const { config: named, errors, isKnown } = await readConfig(sources)
  const config = await withDatabase(named)
  const surroundings: Surroundings = {
    ...given,
    home: config.home,
    env: sources.env,
    config,
    configErrors: errors,
    isKnown,
    isDatabaseFound: config !== named,
  }
  const findings: NamedFinding[] = []
  for (const check of checks) {
    const finding = missingFor(check, findings) ?? (await attempt(check.look, surroundings))
    if (finding) findings.push({ name: check.name, ...finding })
  }
  return {
    ok: findings.every(({ status }) => status !== "fail"),
    home: surroundings.home,
    version: given.version,
    checks: findings,
  }
}

// --- internal ---

/** The config. If only this home's server names the database that holds the board, that database is added. */
async function withDatabase(config: Config): Promise<Config> {
  if (config.database !== undefined) return config
  const server = await findServerOnDatabase(config.home).catch(() => undefined)
  return server?.database === undefined
    ? config
    : { ...config, database: server.database, board: server.board }
}

/** The finding of a check that is skipped because a check that it needs failed or was skipped itself. */
function missingFor({ needs = [] }: Check, findings: readonly NamedFinding[]): Finding | undefined {
  const missing = findings.find(
    ({ name, status }) => needs.includes(name) && ["fail", "skipped"].includes(status),
  )
  return missing && { status: "skipped", detail: `skipped: this check needs a working \`${missing.name}\`` }
}

async function attempt(look: Check["look"], surroundings: Surroundings): Promise<Finding | undefined> {
  try {
    return await look(surroundings)
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    const hint = error instanceof UpnextError ? hintOf(error) : "This check itself failed; please report it."
    return { status: "fail", detail, hint }
  }
}
