import { isIP } from "node:net"
import { isAbsolute } from "node:path"
import { isMe } from "../domain/wire/names.ts"
import { troubleOf, withAbsoluteFiles } from "../storage/database-url.ts"
import { durationHint, parseDuration } from "../domain/wire/duration.ts"
import { parseNotify } from "./notify-form.ts"
import { isObject } from "../machine/text.ts"

// What a setting may be. Without Zod: to load it takes a tenth of a start, which needs it for nothing else.

/**
 * Validates the value of a setting. Flags and variables give text, the config file may give other types.
 * @param refuse gets what is wrong, such as `expected true or false`
 */
type ParseSetting<T> = (value: unknown, refuse: (problem: string) => never) => T

const durationOf =
  (min: string, max: string): ParseSetting<number> =>
  (value, refuse) => {
    const ms = typeof value === "string" ? parseDuration(value) : undefined
    if (ms !== undefined && ms >= (parseDuration(min) ?? 0) && ms <= (parseDuration(max) ?? 0)) return ms
    return refuse(`expected ${durationHint}, from ${min} to ${max}`)
  }

/** 0 for `off`. */
const durationOrOff: ParseSetting<number> = (value, refuse) =>
  value === "off"
    ? 0
    : durationOf("1m", "7d")(value, () => refuse(`expected off, or ${durationHint}, from 1m to 7d`))

const wholeOf =
  (min: number, max: number): ParseSetting<number> =>
  (value, refuse) => {
    const n = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value
    if (typeof n === "number" && Number.isInteger(n) && n >= min && n <= max) return n
    return refuse(`expected a whole number from ${min} to ${max}`)
  }

const textOf =
  (pattern: RegExp, problem: string): ParseSetting<string> =>
  (value, refuse) =>
    typeof value === "string" && pattern.test(value) ? value : refuse(problem)

const oneOf =
  <const T extends string>(...names: readonly T[]): ParseSetting<T> =>
  (value, refuse) =>
    names.find((name) => name === value) ??
    refuse(`expected ${names.slice(0, -1).join(", ")} or ${names.at(-1) ?? ""}`)

const parseAuth: ParseSetting<boolean> = (value, refuse) => {
  if (typeof value === "boolean") return value
  // UPNEXT_NO_AUTH is the opposite of `auth`. It alone comes as text.
  if (["1", "true", "yes"].some((word) => word === value)) return false
  if (["0", "false", "no"].some((word) => word === value)) return true
  return refuse("expected true or false")
}

const parseHosts: ParseSetting<readonly string[]> = (value, refuse) => {
  const hosts = splitList(value)
  if (!isListOf(hosts, (each) => typeof each === "string"))
    return refuse('expected host names, such as ["upnext.example"]')
  for (const host of hosts) {
    if (host.includes("*"))
      refuse("list each host; with *, any web page could point its own host name here (DNS rebinding)")
    if (!/^[a-z\d](?:[a-z\d_.-]{0,251}[a-z\d])?$/i.test(host))
      refuse("expected host names without a port, such as upnext.example")
  }
  return hosts
}

const parseAddresses: ParseSetting<readonly string[]> = (value, refuse) => {
  const addresses = splitList(value)
  return isListOf(addresses, isAddress) ? addresses : refuse("expected proxy addresses, such as 127.0.0.1")
}

/** Without the zone of an address such as `fe80::1%eth0`, which no list of addresses holds. */
function isAddress(value: unknown): value is string {
  return typeof value === "string" && isIP(value) !== 0 && !value.includes("%")
}

interface KeptToken {
  readonly hash: string
  readonly agent?: string
}

const parseTokens: ParseSetting<readonly KeptToken[]> = (value, refuse) =>
  isListOf(value, isKeptToken) ? value : refuse('expected [{"hash": "<SHA-256 of the token, in hex>"}]')

/** The projects whose reviews only people decide on. */
const parseReviewers: ParseSetting<Readonly<Record<string, "people">>> = (value, refuse) =>
  isObject(value) && Object.values(value).every((each) => each === "people")
    ? (value as Readonly<Record<string, "people">>)
    : refuse('expected projects with the word people, such as {"default": "people"}')

/** By project, the names of those who are to try a task in turn. */
const parseEscalation: ParseSetting<Readonly<Record<string, readonly string[]>>> = (value, refuse) => {
  const isName = (each: unknown): each is string =>
    typeof each === "string" && each.trim() !== "" && each.length <= 64 && !isMe(each)
  const areNames = (names: unknown) => isListOf(names, isName) && names.length > 0 && names.length <= 20
  return isObject(value) && Object.values(value).every(areNames)
    ? (value as Readonly<Record<string, readonly string[]>>)
    : refuse('expected projects with names of agents, such as {"default": ["claude", "mira"]}')
}

const parseUrl: ParseSetting<string> = (value, refuse) => {
  const url = typeof value === "string" ? value.trim() : ""
  return /^https?:\/\//i.test(url) && URL.canParse(url)
    ? url
    : refuse("expected a URL such as https://board.example")
}

const parseDatabase: ParseSetting<string> = (value, refuse) => {
  if (typeof value !== "string") return refuse("expected the URL of a PostgreSQL database")
  const trouble = troubleOf(value)
  return trouble === undefined ? withAbsoluteFiles(value) : refuse(trouble)
}

const parseDirectory: ParseSetting<string> = (value, refuse) =>
  typeof value === "string" && isAbsolute(value)
    ? value
    : refuse("expected the absolute path of a directory, such as /mnt/backups")

const parseBoard = textOf(
  /^[a-z\d][a-z\d._-]{0,63}$/i,
  "expected a name of at most 64 letters, digits and . _ -, beginning with a letter or a digit",
)

const parseGate = oneOf("required", "optional")

const parseLogForm = oneOf("text", "json")
export type LogForm = ReturnType<typeof parseLogForm>

/** Where each setting may be given, and how it is parsed. */
export const settings = {
  database: setting(parseDatabase, "UPNEXT_DATABASE", "database"),
  databaseDirect: setting(parseDatabase, "UPNEXT_DATABASE_DIRECT", "database-direct"),
  board: setting(parseBoard, "UPNEXT_BOARD", "board"),
  host: setting(textOf(/^[\w.:[\]-]+$/, "expected an address such as 127.0.0.1"), "UPNEXT_HOST", "host"),
  port: setting(wholeOf(1, 65_535), "UPNEXT_PORT", "port"),
  auth: setting(parseAuth, "UPNEXT_NO_AUTH", "auth"),
  tokens: setting(parseTokens),
  allowedHosts: setting(parseHosts, "UPNEXT_ALLOWED_HOSTS"),
  trustProxy: setting(parseAddresses, "UPNEXT_TRUST_PROXY", "trust-proxy"),
  lease: setting(durationOf("1s", "7d"), "UPNEXT_LEASE", "lease"),
  maxAttempts: setting(wholeOf(1, 1000), "UPNEXT_MAX_ATTEMPTS"),
  maxExpiries: setting(wholeOf(1, 1000), "UPNEXT_MAX_EXPIRIES"),
  escalation: setting(parseEscalation),
  reviewers: setting(parseReviewers),
  "policy.reflection": setting(oneOf("required", "agents", "optional"), "UPNEXT_REFLECTION"),
  "policy.criteria": setting(parseGate, "UPNEXT_CRITERIA"),
  "policy.checks": setting(parseGate, "UPNEXT_CHECKS"),
  "policy.edges": setting(oneOf("done", "landed"), "UPNEXT_EDGES"),
  "policy.quiet": setting(durationOf("10s", "7d"), "UPNEXT_QUIET"),
  "policy.nobodyAsks": setting(durationOrOff, "UPNEXT_NOBODY_ASKS"),
  "attachments.maxBytes": setting(wholeOf(1, 256 * 1024 ** 2), "UPNEXT_ATTACHMENTS_MAX_BYTES"),
  notify: setting(parseNotify),
  publicUrl: setting(parseUrl, "UPNEXT_PUBLIC_URL"),
  hostedDashboard: setting(parseUrl, "UPNEXT_HOSTED_DASHBOARD"),
  compression: setting(oneOf("remote", "always", "never"), "UPNEXT_COMPRESSION"),
  "backup.to": setting(parseDirectory, "UPNEXT_BACKUP_TO"),
  "backup.every": setting(durationOf("1m", "52w"), "UPNEXT_BACKUP_EVERY"),
  "backup.keep": setting(wholeOf(1, 1000), "UPNEXT_BACKUP_KEEP"),
  log: setting(parseLogForm, "UPNEXT_LOG", "log"),
}

// --- internal ---

function setting<T>(parse: ParseSetting<T>, env?: string, flag?: string) {
  return { parse, env, flag }
}

/** Variables and flags hold lists as `a, b`. */
function splitList(value: unknown): unknown {
  return typeof value === "string" ? value.split(",").map((each) => each.trim()) : value
}

function isListOf<T>(value: unknown, isOne: (each: unknown) => each is T): value is readonly T[] {
  return Array.isArray(value) && value.every(isOne)
}

function isKeptToken(value: unknown): value is KeptToken {
  if (!isObject(value)) return false
  const { hash, agent, ...others } = value
  return (
    typeof hash === "string" &&
    /^[0-9a-f]{64}$/.test(hash) &&
    (agent === undefined || (typeof agent === "string" && agent !== "" && !isMe(agent))) &&
    Object.keys(others).length === 0
  )
}
