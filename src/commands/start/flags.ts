import { homeFlag } from "../../terminal/common-flags.ts"
import type { Flags } from "../../terminal/flag.ts"

export const databaseFlags: Flags = {
  database: {
    kind: "text",
    description:
      "PostgreSQL database for the board, so that several servers can share it (UPNEXT_DATABASE), default: the data directory",
  },
  "database-direct": {
    kind: "text",
    description: "the same database, bypassing a pooler such as PgBouncer (UPNEXT_DATABASE_DIRECT)",
  },
  board: {
    kind: "text",
    description: "name of the board in the database (UPNEXT_BOARD), default main",
  },
}

/** Also those of `upnext` alone, which is `upnext start`. */
export const startFlags: Flags = {
  port: { kind: "number", description: "port to listen on (UPNEXT_PORT), default 4445" },
  host: {
    kind: "text",
    value: "address",
    description: "address to listen on (UPNEXT_HOST), default 127.0.0.1",
  },
  home: homeFlag,
  ...databaseFlags,
  reconfigure: {
    kind: "boolean",
    description: "give the board in the database this server's policy and tokens",
  },
  lease: { kind: "text", description: "how long a claim lasts (UPNEXT_LEASE), default 30m" },
  "trust-proxy": {
    kind: "text",
    value: "address",
    description:
      "trusted proxy, whose X-Forwarded-Host and X-Forwarded-For headers are used (UPNEXT_TRUST_PROXY); separate several with commas",
  },
  "first-token": {
    kind: "boolean",
    description:
      "if authentication is off, create the first token, which may do everything, and show it once",
  },
  "no-auth": { kind: "boolean", description: "require no token, even from other machines" },
  detach: {
    kind: "boolean",
    short: "d",
    description: "run the server in the background and return once it answers; `upnext logs` shows its log",
  },
  log: {
    kind: "text",
    choices: ["text", "json"],
    description: "format of the server's log (UPNEXT_LOG), default text",
  },
  open: { kind: "boolean", description: "open the dashboard in the browser" },
  json: { kind: "boolean", description: "print the server's address as JSON" },
}

/** These flags, but for some, as words of a command. */
export function toWords(flags: Readonly<Record<string, unknown>>, apart: readonly string[]): string[] {
  return Object.entries(flags).flatMap(([name, value]) =>
    apart.includes(name) ? [] : [`--${name}=${String(value)}`],
  )
}
