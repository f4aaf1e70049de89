import { homeFlag } from "../../terminal/common-flags.ts"
import type { Flags } from "../../terminal/flag.ts"

export const databaseFlags: Flags = {
  database: {
    kind: "text",
    value: "url",
    description:
      "PostgreSQL that keeps the board, for several servers (UPNEXT_DATABASE), default: the data directory",
  },
  "database-direct": {
    kind: "text",
    value: "url",
    description: "the same PostgreSQL past a pooler such as PgBouncer (UPNEXT_DATABASE_DIRECT)",
  },
  board: { kind: "text", value: "name", description: "which board of it (UPNEXT_BOARD), default main" },
}

/** Also those of `upnext` alone, which is `upnext start`. */
export const startFlags: Flags = {
  port: { kind: "number", description: "port to listen at (UPNEXT_PORT), default 4445" },
  host: {
    kind: "text",
    value: "address",
    description: "address to listen at (UPNEXT_HOST), default 127.0.0.1",
  },
  home: homeFlag,
  ...databaseFlags,
  reconfigure: {
    kind: "boolean",
    description: "change the policy and the tokens of the board in the database to this server's",
  },
  lease: { kind: "text", value: "30m", description: "how long a claim holds (UPNEXT_LEASE), default 30m" },
  "trust-proxy": {
    kind: "text",
    value: "address",
    description:
      "a proxy in front of the server, whose X-Forwarded-Host and -For count (UPNEXT_TRUST_PROXY); several with commas",
  },
  "first-token": {
    kind: "boolean",
    description:
      "where authentication is off, make the first token, which may do everything, and show it once",
  },
  "no-auth": { kind: "boolean", description: "ask for no token, even beyond this machine" },
  detach: {
    kind: "boolean",
    description: "go on in the background, and return when it answers; `upnext logs` shows its log",
  },
  log: {
    kind: "text",
    choices: ["text", "json"],
    description: "what its log is written as (UPNEXT_LOG), default text",
  },
  open: { kind: "boolean", description: "open the dashboard in the browser" },
  json: { kind: "boolean", description: "print where it listens as JSON" },
}

/** These flags, but for some, as words of a command. */
export function toWords(flags: Readonly<Record<string, unknown>>, apart: readonly string[]): string[] {
  return Object.entries(flags).flatMap(([name, value]) =>
    apart.includes(name) ? [] : [`--${name}=${String(value)}`],
  )
}
