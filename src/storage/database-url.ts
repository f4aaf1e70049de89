import { isAbsolute, resolve } from "node:path"
import { nearest } from "../nearest.ts"

/** What is wrong with a database URL, in words that do not quote the URL; undefined if nothing is wrong. */
export function troubleOf(url: string): string | undefined {
  if (!/^postgres(ql)?:\/\//i.test(url)) return `expected ${example}`
  // With a / or ? in a password, or a comma between two hosts, the URL does not mean what it seems to mean.
  if (!URL.canParse(url))
    return `this URL cannot be read. In a password, write / as %2F, ? as %3F, # as %23 and @ as %40`
  const { pathname, searchParams, hash, host } = new URL(url)
  if (hash !== "") return "a database URL cannot contain #. In a password, write # as %23"
  if (host.includes(",")) return "expected one host, not several"
  if (!/^\/[^/]+$/.test(pathname)) return `expected a database name at the end, as in ${example}`
  if (searchParams.get("sslmode") === "verify-ca" && !searchParams.has("sslrootcert"))
    return "sslmode=verify-ca needs the CA certificate: sslrootcert=/path/to/file"
  for (const [name, value] of searchParams) {
    const allowed = parameters[name]
    if (allowed === undefined) return unknownParameter(name)
    if (allowed !== text && !allowed.includes(value)) return `${name} must be one of ${allowed.join(", ")}`
  }
  return undefined
}

export function withoutPassword(url: string): string {
  if (!URL.canParse(url)) return "postgres://"
  const shown = new URL(url)
  shown.password = ""
  if (shown.searchParams.has("password")) shown.searchParams.delete("password")
  return shown.href
}

/**
 * Makes the paths of the certificates and keys in the URL absolute, because the server does not stay in its working
 * directory.
 */
export function withAbsoluteFiles(given: string): string {
  const url = new URL(given)
  const relative = files.filter((name) => !isAbsolute(url.searchParams.get(name) ?? "/"))
  for (const name of relative) url.searchParams.set(name, resolve(url.searchParams.get(name) ?? ""))
  return relative.length === 0 ? given : url.href
}

// --- internal ---

const files = ["sslrootcert", "sslcert", "sslkey"]

const example = "postgres://user@host:5432/database"

const text = "text"

/**
 * The parameters that pg-connection-string 2 knows. It passes any other parameter to the client without a warning,
 * so a misspelt `sslmode` would connect without TLS. Its `prefer` does not fall back to a connection without TLS,
 * so it is not offered.
 */
const parameters: Readonly<Record<string, readonly string[] | typeof text>> = {
  sslmode: ["disable", "require", "verify-ca", "verify-full", "no-verify"],
  sslrootcert: text,
  sslcert: text,
  sslkey: text,
  sslnegotiation: ["postgres", "direct"],
  host: text,
  port: text,
  user: text,
  password: text,
  application_name: text,
  options: text,
}

function unknownParameter(name: string): string {
  const meant = nearest(name, Object.keys(parameters))
  const guess = meant === undefined ? "" : ` Did you mean ${meant}?`
  return `the parameter ${JSON.stringify(name)} is unknown.${guess} Known parameters: ${Object.keys(parameters).join(", ")}`
}
