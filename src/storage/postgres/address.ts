import { accessSync, constants } from "node:fs"
import { troubleOf } from "../database-url.ts"
import { fail } from "../../errors.ts"
import { errno } from "../../machine/file-errors.ts"

/** The location of a database and the user that connects to it. It does not contain a password, so it may be shown. */
export interface DatabaseAddress {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

/** Refuses with `invalid_config` a text that is not a database URL, or a URL that names a file that cannot be read. */
export function parseAddress(url: string): DatabaseAddress {
  const trouble = troubleOf(url)
  if (trouble !== undefined) fail("invalid_config", { detail: `The database URL is not valid: ${trouble}.` })
  const { hostname, port, username, pathname, searchParams } = new URL(url)
  for (const name of ["sslrootcert", "sslcert", "sslkey"]) checkFile(name, searchParams.get(name))
  const { PGHOST, PGPORT, PGUSER, USER } = process.env
  const host = searchParams.get("host") ?? decodeURIComponent(hostname).replace(/^\[|\]$/g, "")
  return {
    host: host || PGHOST || "localhost",
    port: Number((searchParams.get("port") ?? port) || PGPORT || 5432),
    user: ((searchParams.get("user") ?? decodeURIComponent(username)) || PGUSER || USER) ?? "",
    database: decodeURIComponent(pathname.slice(1)),
  }
}

// --- internal ---

function checkFile(parameter: string, path: string | null): void {
  if (path === null) return
  try {
    accessSync(path, constants.R_OK)
  } catch (error) {
    fail("invalid_config", {
      detail: `The file ${path}, which the database URL names in ${parameter}, cannot be read (${errno(error)}).`,
    })
  }
}
