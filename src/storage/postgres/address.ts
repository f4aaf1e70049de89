import { fail } from "../../errors.ts"
import { troubleOf } from "../../database-url.ts"

/** Where a database is, and as whom it is used. It holds no password, so it may be shown. */
export interface DatabaseAddress {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

/** Refuses with `invalid_config` what is no URL of a database. */
export function parseAddress(url: string): DatabaseAddress {
  const trouble = troubleOf(url)
  if (trouble !== undefined) fail("invalid_config", { detail: `The URL of the database: ${trouble}.` })
  const { hostname, port, username, pathname, searchParams } = new URL(url)
  const { PGHOST, PGPORT, PGUSER, USER } = process.env
  const host = searchParams.get("host") ?? decodeURIComponent(hostname).replace(/^\[|\]$/g, "")
  return {
    host: host || PGHOST || "localhost",
    port: Number((searchParams.get("port") ?? port) || PGPORT || 5432),
    user: ((searchParams.get("user") ?? decodeURIComponent(username)) || PGUSER || USER) ?? "",
    database: decodeURIComponent(pathname.slice(1)),
  }
}
