import { Low } from "lowdb"
import { join } from "node:path"
import type { BoardPolicy } from "../domain/context.ts"
import { fail } from "../errors.ts"
import { errno } from "../machine/file-errors.ts"
import { durableText, jsonFile, newDurableText } from "../machine/json-file.ts"
import { ownHome } from "../machine/own-home.ts"
import { nearest } from "../nearest.ts"
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
  /** ms. */
  readonly lease: number
  readonly maxAttempts: number
  readonly policy: Pick<BoardPolicy, "reflection" | "criteria">
  /** The part of the policy that somebody set; the rest of it is defaults. */
  readonly chosen?: Partial<BoardPolicy>
  readonly hostedDashboard: string | undefined
  /** Who gets compressed answers; see `createCompressor`. */
  readonly compression?: "remote" | "always" | "never" | undefined
  /** What the log is written as: lines for people, or one JSON object a line. */
  readonly log?: LogForm
}

export interface Sources {
  /** By name of the flag; holds only flags that were given. */
  readonly flags: Readonly<Record<string, unknown>>
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Flags, then UPNEXT_*, then `config.json` in the home, then defaults. Rejects with `invalid_config`. */
export async function loadConfig({ flags, env }: Sources): Promise<Config> {
  const home = ownHome(flags, env)
  const path = configPath(home)
  const file = await readConfigFile(path)

  function pick<K extends keyof typeof settings>(
    key: K,
  ): ReturnType<(typeof settings)[K]["parse"]> | undefined {
    const { flag, env: variable, parse } = settings[key]
    const found = [
      { value: flag === undefined ? undefined : flags[flag], source: `--${flag ?? ""}` },
      { value: variable === undefined ? undefined : env[variable] || undefined, source: variable ?? "" },
      { value: valueAt(file, key), source: `${path}: ${key}` },
    ].find(({ value }) => value !== undefined)
    if (!found) return undefined
    const { source, value } = found
    // The URL of a database may hold a password.
    const shown = key.startsWith("database") ? undefined : value
    return parse(value, (problem) => failSetting(source, problem, shown)) as ReturnType<
      (typeof settings)[K]["parse"]
    >
  }

  const auth = pick("auth") ?? true
  const database = pick("database")
  const board = pick("board")
  const databaseDirect = pick("databaseDirect")
  if (board !== undefined && database === undefined) failBoard(board)
  if (databaseDirect !== undefined && database === undefined) failDirect()
  const chosen = defined({
    lease: pick("lease"),
    maxAttempts: pick("maxAttempts"),
    reflection: pick("policy.reflection"),
    criteria: pick("policy.criteria"),
  })
  const token = checkToken(env.UPNEXT_TOKEN)
  return {
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
    lease: chosen.lease ?? 30 * 60_000,
    maxAttempts: chosen.maxAttempts ?? 3,
    policy: { reflection: chosen.reflection ?? "required", criteria: chosen.criteria ?? "optional" },
    chosen,
    hostedDashboard: pick("hostedDashboard"),
    compression: pick("compression"),
    log: pick("log") ?? "text",
  }
}

export function configPath(home: string): string {
  return join(home, "config.json")
}

/** The object in a config file, with its keys checked; an empty one if there is no file. */
export async function readConfigFile(path: string): Promise<ConfigFile> {
  const { data } = await openConfigFile(path)
  return data
}

/** Sets keys of a config file, which is made where there is none. All else in it stays as it is. */
export async function updateConfigFile(path: string, changes: ConfigFile): Promise<void> {
  const db = await openConfigFile(path)
  db.data = { ...db.data, ...changes }
  await db.write()
}

/** Writes a new config file; answers false where there is one, also one that was made at the same moment. */
export async function createConfigFile(path: string, config: ConfigFile): Promise<boolean> {
  const file = newDurableText(path)
  if ((await file.read()) !== undefined) return false
  const db = new Low(jsonFile<ConfigFile>(file), config)
  return db.write().then(
    () => true,
    (error: unknown) => {
      if (errno(error) === "EEXIST") return false
      throw error
    },
  )
}

// --- internal ---

type ConfigFile = Readonly<Record<string, unknown>>

const fileKeys = [...new Set(Object.keys(settings).map((key) => key.split(".")[0] ?? key))]

function valueAt(file: ConfigFile, key: string): unknown {
  return key
    .split(".")
    .reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], file)
}

function checkKeys(where: string, value: ConfigFile, known: readonly string[]): void {
  if ("token" in value) {
    fail("invalid_config", {
      detail: `${where} holds a plain token.`,
      hint: 'Keep only its SHA-256: "tokens": [{"hash": "…"}]; or leave it out and set UPNEXT_TOKEN.',
    })
  }
  const unknown = Object.keys(value).filter((key) => !known.includes(key))
  if (unknown.length === 0) return
  const said = unknown.map((key) => {
    const meant = nearest(key, known)
    return `unknown key ${JSON.stringify(key)}.${meant ? ` Did you mean ${meant}?` : ""}`
  })
  fail("invalid_config", {
    detail: `${where}: ${said.join(" ")}`,
    hint: `The keys are ${known.join(", ")}.`,
  })
}

async function openConfigFile(path: string): Promise<Low<ConfigFile>> {
  const db = new Low(jsonFile<ConfigFile>(durableText(path)), {})
  await db.read().catch((cause: unknown) => failRead(path, cause))
  checkKeys(path, db.data, fileKeys)
  const { policy } = db.data
  if (policy !== undefined)
    checkKeys(`${path}: policy`, parseSection(path, policy), ["reflection", "criteria"])
  return db
}

function failRead(path: string, cause: unknown): never {
  if (cause instanceof SyntaxError)
    return fail("invalid_config", { detail: `${path} is not valid JSON: ${cause.message}.`, cause })
  if (cause instanceof TypeError)
    return fail("invalid_config", { detail: `${path} must hold a JSON object.`, cause })
  return fail("invalid_config", { detail: `${path} cannot be read (${errno(cause)}).`, cause })
}

function parseSection(path: string, value: unknown): ConfigFile {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as ConfigFile
  return fail("invalid_config", `${path} must hold a JSON object.`)
}

function checkToken(token: string | undefined): string | undefined {
  if (!token) return undefined
  if (/^[\w.~+/=-]+$/.test(token)) return token
  return failSetting("UPNEXT_TOKEN", "a token holds letters, digits and . ~ + / = _ - only", undefined)
}

function failBoard(board: string): never {
  fail("invalid_config", {
    detail: `The board ${board} is named, and no database.`,
    hint: "A home holds one board, without a name. Name the database with --database or UPNEXT_DATABASE.",
  })
}

function failDirect(): never {
  fail("invalid_config", {
    detail: "A direct address of the database is given, and no database.",
    hint: "Name the database with --database or UPNEXT_DATABASE. Without a pooler in between, that is all.",
  })
}

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
