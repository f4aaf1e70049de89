import type { BoardPolicy } from "../domain/context.ts"
import { fail, UpnextError } from "../errors.ts"
import { ownHome } from "../machine/own-home.ts"
import { configPath, readAnyConfigFile, readConfigFile, type ConfigFile } from "./config-file.ts"
import type { NotifyTarget } from "./notify-form.ts"
import { settings, type LogForm } from "./setting-forms.ts"
import { hashToken } from "./token.ts"

export interface Config {
  /** Absolute path of UPNEXT_HOME. */
  readonly home: string
  /** The URL of a PostgreSQL database, with its password. Without one, the board is in the home. */
  readonly database?: string | undefined
  /** A way to the same database past a pooler, for what needs a session of its own. */
  readonly databaseDirect?: string | undefined
  /** Which board of the database, `main` if absent. */
  readonly board?: string | undefined
  readonly host: string
  readonly port: number
  /** False where the user turned tokens off, even for a server that other machines can reach. */
  readonly auth: boolean
  /** SHA-256 of each token, in hex; one with an agent is bound to it. Empty: no token is asked for. */
  readonly tokens: readonly { readonly hash: string; readonly agent?: string | undefined }[]
  readonly allowedHosts: readonly string[]
  /** Addresses of the proxies in front of the server, whose `X-Forwarded-*` count. */
  readonly trustProxy?: readonly string[] | undefined
  /** ms. */
  readonly lease: number
  readonly maxAttempts: number
  readonly maxExpiries: number
  readonly escalation: BoardPolicy["escalation"]
  readonly reviewers?: BoardPolicy["reviewers"]
  readonly policy: Pick<BoardPolicy, "reflection" | "criteria" | "checks" | "edges" | "quiet" | "nobodyAsks">
  /** The part of the policy that somebody set; the rest of it is defaults. */
  readonly chosen?: Partial<BoardPolicy>
  /** Absent where no backups are made by the clock. */
  readonly backup?: TimedBackups | undefined
  /** The most bytes of one file; default 10 MiB. */
  readonly maxFileBytes?: number | undefined
  /** Where needs are sent as they come up; absent: nowhere. */
  readonly notify?: readonly NotifyTarget[] | undefined
  /** Where people reach the server, such as with a phone. */
  readonly publicUrl?: string | undefined
  readonly hostedDashboard: string | undefined
  /** Who gets compressed answers; see `createCompressor`. */
  readonly compression?: "remote" | "always" | "never" | undefined
  /** What the log is written as: lines for people, or one JSON object a line. */
  readonly log?: LogForm
}

/** Backups that a server makes by the clock. */
export interface TimedBackups {
  /** The absolute path of a directory. */
  readonly to: string
  readonly everyMs: number
  /** How many of this board stay there. */
  readonly keep: number
}

export interface Sources {
  /** By name of the flag; holds only flags that were given. */
  readonly flags: Readonly<Record<string, unknown>>
  readonly env: Readonly<Record<string, string | undefined>>
}

export type SettingName = keyof typeof settings

/** The settings as far as they are valid. Those that are not have their defaults. */
export interface ReadConfig {
  readonly config: Config
  /** What is wrong; `invalid_config` each. */
  readonly errors: readonly UpnextError[]
  /** Whether the config holds what was meant. A file that cannot be read may have said anything. */
  isKnown(name: SettingName): boolean
}

/** Flags, then UPNEXT_*, then `config.json` in the home, then defaults. Rejects with `invalid_config`. */
export async function loadConfig(sources: Sources): Promise<Config> {
  const { config, errors } = await readConfig(sources)
  const [first] = errors
  if (first) throw first
  return config
}

/** The same for one who also wants to know what is valid where something is not. */
export async function readConfig({ flags, env }: Sources): Promise<ReadConfig> {
  const home = ownHome(flags, env)
  const errors: UpnextError[] = []
  const attempt = attemptKeeping(errors)
  const path = configPath(home)
  const checked = await readConfigFile(path).catch((error: unknown) => keepError(errors, error))
  const file = checked ?? (await readAnyConfigFile(path)) ?? {}
  const unknown = new Set<SettingName>()

  function pick<K extends SettingName>(key: K): ReturnType<(typeof settings)[K]["parse"]> | undefined {
    const { flag, env: variable, parse } = settings[key]
    const found = [
      { value: flag === undefined ? undefined : flags[flag], source: `--${flag ?? ""}` },
      { value: variable === undefined ? undefined : env[variable] || undefined, source: variable ?? "" },
      { value: valueAt(file, key), source: `${path}: ${key}` },
    ].find(({ value }) => value !== undefined)
    if (!found && checked === undefined) unknown.add(key)
    if (!found) return undefined
    const { source, value } = found
    // The URL of a database may hold a password, and that of a webhook is one.
    const shown = /^database|^notify/.test(key) ? undefined : value
    const parsed = attempt(() => parse(value, (problem) => failSetting(source, problem, shown)))
    if (parsed === undefined) unknown.add(key)
    return parsed as ReturnType<(typeof settings)[K]["parse"]> | undefined
  }

  const auth = pick("auth") ?? true
  const database = pick("database")
  const board = pick("board")
  const databaseDirect = pick("databaseDirect")
  if (board !== undefined && database === undefined) attempt(() => failBoard(board))
  if (databaseDirect !== undefined && database === undefined) attempt(failDirect)
  const [to, every, keep] = [pick("backup.to"), pick("backup.every"), pick("backup.keep")]
  if (to === undefined && !unknown.has("backup.to") && (every ?? keep) !== undefined) attempt(failBackup)
  const chosen = defined({
    lease: pick("lease"),
    maxAttempts: pick("maxAttempts"),
    maxExpiries: pick("maxExpiries"),
    escalation: pick("escalation"),
    reviewers: pick("reviewers"),
    reflection: pick("policy.reflection"),
    criteria: pick("policy.criteria"),
    checks: pick("policy.checks"),
    edges: pick("policy.edges"),
    quiet: pick("policy.quiet"),
    nobodyAsks: pick("policy.nobodyAsks"),
  })
  const token = attempt(() => checkToken(env.UPNEXT_TOKEN))
  const config: Config = {
    home,
    database,
    databaseDirect,
    board,
    host: pick("host") ?? "127.0.0.1",
    port: pick("port") ?? 4445,
    auth,
    tokens: auth
      ? [...(pick("tokens") ?? []), ...(token === undefined ? [] : [{ hash: hashToken(token) }])]
      : [],
    allowedHosts: pick("allowedHosts") ?? [],
    trustProxy: pick("trustProxy"),
    lease: chosen.lease ?? 30 * 60_000,
    maxAttempts: chosen.maxAttempts ?? 3,
    maxExpiries: chosen.maxExpiries ?? 5,
    escalation: chosen.escalation ?? {},
    reviewers: chosen.reviewers,
    policy: gatesOf(chosen),
    chosen,
    backup: to === undefined ? undefined : { to, everyMs: every ?? 24 * 3_600_000, keep: keep ?? 7 },
    maxFileBytes: pick("attachments.maxBytes"),
    notify: pick("notify"),
    publicUrl: pick("publicUrl"),
    hostedDashboard: pick("hostedDashboard"),
    compression: pick("compression"),
    log: pick("log") ?? "text",
  }
  return { config, errors, isKnown: (name) => !unknown.has(name) }
}

// --- internal ---

function gatesOf({
  reflection,
  criteria,
  checks,
  edges,
  quiet,
  nobodyAsks,
}: Partial<Config["policy"]>): Config["policy"] {
  return {
    reflection: reflection ?? "required",
    criteria: criteria ?? "optional",
    checks: checks ?? "optional",
    ...(edges && { edges }),
    ...(quiet !== undefined && { quiet }),
    ...(nobodyAsks !== undefined && { nobodyAsks }),
  }
}

/** What runs an act and keeps the refusal with which it ends. */
function attemptKeeping(errors: UpnextError[]) {
  return <T>(act: () => T): T | undefined => {
    try {
      return act()
    } catch (error) {
      keepError(errors, error)
      return
    }
  }
}

function keepError(errors: UpnextError[], error: unknown): undefined {
  if (!(error instanceof UpnextError)) throw error
  errors.push(error)
}

function valueAt(file: ConfigFile, key: string): unknown {
  return key
    .split(".")
    .reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], file)
}

function checkToken(token: string | undefined): string | undefined {
  if (!token) return undefined
  if (/^[\w.~+/=-]+$/.test(token)) return token
  return failSetting("UPNEXT_TOKEN", "a token may contain only letters, digits and . ~ + / = _ -", undefined)
}

function failBoard(board: string): never {
  fail("invalid_config", {
    detail: `The board ${board} cannot be used, because no database is set.`,
    hint: "A data directory has a single board, which has no name. Specify the database with --database or UPNEXT_DATABASE.",
  })
}

function failDirect(): never {
  fail("invalid_config", {
    detail: "The direct database address cannot be used, because no database is set.",
    hint: "Specify the database with --database or UPNEXT_DATABASE. Without a pooler, a direct address is not needed.",
  })
}

function failBackup(): never {
  fail("invalid_config", {
    detail: "Timed backups cannot be made, because no directory is set for them.",
    hint: "Set backup.to in config.json or UPNEXT_BACKUP_TO, or leave backup.every and backup.keep out.",
  })
}

/** The record without the keys that have no value. */
function defined<T extends object>(record: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

function failSetting(source: string, problem: string, value: unknown): never {
  const shown = value === undefined ? "" : `, not ${JSON.stringify(value)}`
  fail("invalid_config", {
    detail: `${source}: ${problem}${shown}.`,
    hint: `Correct ${source}, or leave it out.`,
  })
}
