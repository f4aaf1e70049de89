import { UpnextError, type ErrorCode } from "../../errors.ts"
import type { DatabaseAddress } from "./address.ts"
import { errno } from "../../machine/file-errors.ts"
import { ConnectionLost, sqlState } from "./connection.ts"

/**
 * What a failure means for the one that tries:
 * - `transient`: nothing can be said yet; connect again and try once more.
 * - `full`: the database has no room; nothing was written.
 * - `refused`: the database does not let us in, or not do this. Trying again changes nothing.
 * - `wrong`: anything else that PostgreSQL refuses.
 */
export type FailureKind = "transient" | "full" | "refused" | "wrong"

/** Classifies an error of the connection or of PostgreSQL by its SQLSTATE. */
export function kindOf(error: unknown): FailureKind {
  if (error instanceof ConnectionLost) return isOfCertificate(error) ? "refused" : "transient"
  const state = sqlState(error)
  if (state === undefined) return "wrong"
  if (state === "53100") return "full"
  if (refusing.has(state) || state.startsWith("28")) return "refused"
  return passing.has(state) || ["08", "53", "57", "40"].includes(state.slice(0, 2)) ? "transient" : "wrong"
}

/** A failure after startup, as a refusal; a defect is returned unchanged. `said` tells what happened to the work. */
export function asOutage(cause: unknown, at: DatabaseAddress, said: string): unknown {
  if (!isOfDatabase(cause)) return cause
  if (kindOf(cause) === "full")
    return new UpnextError("storage_full", {
      detail: `The database at ${hostAndPort(at)} has no space left. ${said}`,
      cause,
    })
  return new UpnextError("storage_unreachable", {
    detail: `${said} ${reasonOf(cause, at)}`,
    facts: factsOf(at),
    cause,
  })
}

/**
 * A failed start, as a refusal that names the host and the port, but never the password.
 * @param hasTables whether a missing right is a right on existing tables
 */
export function asRefusedStart(cause: unknown, at: DatabaseAddress, hasTables = false): unknown {
  if (!isOfDatabase(cause)) return cause
  const code: ErrorCode = kindOf(cause) === "transient" ? "database_unreachable" : "database_refused"
  const known = isOfCertificate(cause) ? "certificate" : reasons[sqlState(cause) ?? ""]
  const reason = hasTables && isDenied(cause) ? "table rights" : known
  return new UpnextError(code, {
    detail: reasonOf(cause, at),
    facts: { ...factsOf(at), sqlState: sqlState(cause), reason },
    cause,
  })
}

/**
 * An administrator or a time-out ended the statement or the session, or PostgreSQL itself stopped, possibly right
 * after the commit.
 */
export const isInterruption = (error: unknown): boolean =>
  (sqlState(error)?.startsWith("57") ?? false) ||
  (error instanceof Error && "severity" in error && ["FATAL", "PANIC"].includes(String(error.severity)))

/** PostgreSQL says that a right is missing. */
export const isDenied = (error: unknown): boolean => sqlState(error) === "42501"

export const hostAndPort = ({ host, port }: DatabaseAddress): string =>
  host.startsWith("/") ? `${host}, port ${port}` : `${host.includes(":") ? `[${host}]` : host}:${port}`

export const factsOf = ({ host, port, user, database }: DatabaseAddress) => ({ host, port, user, database })

// --- internal ---

const isOfDatabase = (error: unknown): boolean =>
  error instanceof ConnectionLost || sqlState(error) !== undefined

/** Object in use, lock not available, a transaction that was idle too long, or a standby that accepts no writes. */
const passing = new Set(["55006", "55P03", "25P03", "25P04", "25006", "58030"])
const refusing = new Set(["42501", "3D000", "0LP01"])

const reasons: Readonly<Record<string, string>> = {
  "28P01": "password",
  "28000": "login",
  "3D000": "database",
  "42501": "rights",
}

/** Node's codes for a certificate that `sslmode` does not accept, or that the database does not accept from us. */
const isOfCertificate = (error: unknown): boolean =>
  error instanceof ConnectionLost && /CERT|SIGNATURE|ISSUER|CRL/.test(errno(error.cause))

function reasonOf(cause: unknown, at: DatabaseAddress): string {
  const said = cause instanceof Error ? cause.message : String(cause)
  if (isOfCertificate(cause))
    return `The certificate of the database at ${hostAndPort(at)} is not accepted (${said}).`
  switch (sqlState(cause)) {
    case undefined:
      return `The database at ${hostAndPort(at)} is not responding (${said}).`
    case "28P01":
      return `The database at ${hostAndPort(at)} rejects the password of the user ${at.user}.`
    case "3D000":
      return `There is no database ${at.database} at ${hostAndPort(at)}.`
    case "42501":
      return `The user ${at.user} lacks a required privilege in the database ${at.database} at ${hostAndPort(at)}: ${said}.`
    default:
      return `The database at ${hostAndPort(at)} returned an error for the user ${at.user}: ${said}.`
  }
}
