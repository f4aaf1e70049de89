import * as z from "zod"
import { troubleOf } from "./database-url.ts"
import { durationHint, parseDuration } from "./domain/wire/duration.ts"

// What a setting may be. Flags and variables give text, the config file may give other types.

const durationOf = (min: string, max: string) => {
  const message = `expected ${durationHint}, from ${min} to ${max}`
  return z
    .string({ error: message })
    .transform((text) => parseDuration(text) ?? 0)
    .refine((ms) => ms >= (parseDuration(min) ?? 0) && ms <= (parseDuration(max) ?? 0), message)
}

const wholeOf = (min: number, max: number) => {
  const message = `expected a whole number from ${min} to ${max}`
  return z
    .union([z.number(), z.string().regex(/^\d+$/).transform(Number)], { error: message })
    .refine((n) => Number.isInteger(n) && n >= min && n <= max, message)
}

const Hosts = z.preprocess(
  (value) => (typeof value === "string" ? value.split(",").map((name) => name.trim()) : value),
  z.array(
    z
      .string()
      .refine((name) => !name.includes("*"), {
        error: "each host is named; with * any web page could point a name of its own here (DNS rebinding)",
        abort: true,
      })
      .regex(
        /^[a-z\d](?:[a-z\d_.-]{0,251}[a-z\d])?$/i,
        "expected host names without port, such as upnext.example",
      ),
    { error: 'expected host names, such as ["upnext.example"]' },
  ),
)

const Tokens = z.array(
  z.strictObject({ hash: z.string().regex(/^[0-9a-f]{64}$/), agent: z.string().min(1).optional() }),
  { error: 'expected [{"hash": "<SHA-256 of the token, in hex>"}]' },
)

const Url = z.url({ protocol: /^https?$/, error: "expected a URL such as https://board.example" })

const Gate = z.enum(["required", "optional"], { error: "expected required or optional" })

const LogForm = z.enum(["text", "json"], { error: "expected text or json" })
export type LogForm = z.infer<typeof LogForm>

const Compression = z.enum(["remote", "always", "never"], { error: "expected remote, always or never" })

const DatabaseUrl = z
  .string({ error: "expected the URL of a PostgreSQL database" })
  .superRefine((url, context) => {
    const trouble = troubleOf(url)
    if (trouble !== undefined) context.addIssue({ code: "custom", message: trouble })
  })

const BoardName = z
  .string({ error: "expected the name of a board" })
  .regex(
    /^[a-z\d][a-z\d._-]{0,63}$/i,
    "expected a name of at most 64 letters, digits and . _ -, beginning with a letter or a digit",
  )

/** Where each setting may be given, and its schema. */
export const settings = {
  database: setting(DatabaseUrl, "UPNEXT_DATABASE", "database"),
  databaseDirect: setting(DatabaseUrl, "UPNEXT_DATABASE_DIRECT", "database-direct"),
  board: setting(BoardName, "UPNEXT_BOARD", "board"),
  host: setting(
    z.string().regex(/^[\w.:[\]-]+$/, "expected an address such as 127.0.0.1"),
    "UPNEXT_HOST",
    "host",
  ),
  port: setting(wholeOf(1, 65_535), "UPNEXT_PORT", "port"),
  auth: setting(
    z.preprocess(toAuth, z.boolean({ error: "expected true or false" })),
    "UPNEXT_NO_AUTH",
    "auth",
  ),
  tokens: setting(Tokens),
  allowedHosts: setting(Hosts, "UPNEXT_ALLOWED_HOSTS"),
  lease: setting(durationOf("1s", "7d"), "UPNEXT_LEASE", "lease"),
  maxAttempts: setting(wholeOf(1, 1000), "UPNEXT_MAX_ATTEMPTS"),
  "policy.reflection": setting(Gate, "UPNEXT_REFLECTION"),
  "policy.criteria": setting(Gate, "UPNEXT_CRITERIA"),
  hostedDashboard: setting(Url, "UPNEXT_HOSTED_DASHBOARD"),
  compression: setting(Compression, "UPNEXT_COMPRESSION"),
  log: setting(LogForm, "UPNEXT_LOG", "log"),
}

// --- internal ---

function setting<S extends z.ZodType>(schema: S, env?: string, flag?: string) {
  return { schema, env, flag }
}

/** UPNEXT_NO_AUTH is the opposite of `auth`. It alone comes as text. */
function toAuth(value: unknown): unknown {
  if (typeof value !== "string") return value
  return ["1", "true", "yes"].includes(value) ? false : ["0", "false", "no"].includes(value) ? true : value
}
