import { join } from "node:path"
import { urlAt } from "../home/url.ts"
import { findRunning } from "../home/running.ts"
import type { HomeCheck } from "../client/client-request.ts"
import type { ProjectFile } from "./project-file.ts"
import { failConfig, readObject, textOf, type Env } from "./sources.ts"

export interface Address {
  readonly url: string
  /** `--url`, `UPNEXT_URL`, the path of a `.upnext.json`, the home of the running server, or what configures it. */
  readonly source: string
  /**
   * How it was found: a flag or a variable says it, or a `.upnext.json`; the running server of the home told it, or has
   * left it in writing and does not answer; or none runs, and it is where one would listen.
   */
  readonly by: "named" | "file" | "running" | "silent" | "configured"
}

export interface AddressSources {
  /** Of `--url`. */
  readonly flag: string | undefined
  readonly env: Env
  readonly file: ProjectFile | undefined
  readonly home: string
}

/** Of the settings of a command that runs another one. */
export interface Passed {
  readonly url: string
  readonly token: string | undefined
  readonly home: string
  readonly homeCheck: HomeCheck | undefined
}

/** Finds the server for a command. Rejects with `invalid_config`. */
export async function findAddress({ flag, env, file, home }: AddressSources): Promise<Address> {
  const variable = textOf(env.UPNEXT_URL)
  const named = namedUrl(env)
  if (flag !== undefined) return { url: checkUrl(flag, "--url"), source: "--url", by: "named" }
  if (named !== undefined) return { url: checkUrl(named, "UPNEXT_URL"), source: "UPNEXT_URL", by: "named" }
  if (variable !== undefined) {
    const own = await findOwnAddress(home, env)
    return own.by === "configured" ? { url: checkUrl(variable, home), source: home, by: "configured" } : own
  }
  if (file?.url !== undefined)
    return { url: checkUrl(file.url, `${file.path}: url`), source: file.path, by: "file" }
  return findOwnAddress(home, env)
}

/** The URL that UPNEXT_URL names at its word: not the one that was passed on with the home by which it was found. */
export function namedUrl(env: Env): string | undefined {
  const url = textOf(env.UPNEXT_URL)
  return url === textOf(env.UPNEXT_URL_OF_HOME) ? undefined : url
}

/**
 * What leads the commands of a child to our server. Where we have found it by its home, they find it by that too, so that
 * whoever listens at its port later gets no token from them.
 */
export function passedOn({ url, token, home, homeCheck }: Passed): Env {
  const own = homeCheck && { UPNEXT_HOME: home, UPNEXT_URL_OF_HOME: url }
  // Our own token is not passed on unchecked: it may be withheld from a URL that is not trusted.
  return { UPNEXT_URL_OF_HOME: undefined, UPNEXT_TOKEN: token, ...own, UPNEXT_URL: url }
}

/** Where the user's own server listens. If none runs, where it would listen. */
export async function findOwnAddress(home: string, env: Env): Promise<Address> {
  const running = await findRunning(home).catch(() => undefined)
  const url = running?.holder?.url
  if (url !== undefined) return { url, source: home, by: "running" }
  const noted = running?.noted?.url
  return noted === undefined ? configuredAddress(home, env) : { url: noted, source: home, by: "silent" }
}

/** The URL of a server as somebody gave it, without a slash at its end. Throws `invalid_config`. */
export function checkUrl(given: string, source: string): string {
  const url = parseUrl(given)
  if (!url) failConfig(source, `${JSON.stringify(given)} is not a URL such as ${anUrl}.`, anUrl)
  if (url.username || url.password)
    failConfig(source, "a URL must not have a name or password; use UPNEXT_TOKEN.", anUrl)
  return url.origin + url.pathname.replace(/\/+$/, "")
}

// --- internal ---

const anUrl = "http://127.0.0.1:4445"

function configuredAddress(home: string, env: Env): Address {
  const path = join(home, "config.json")
  const config = readObject(path) ?? {}
  const find = (variable: string, key: string, initial: string) => {
    const value = config[key]
    const inFile = typeof value === "number" ? String(value) : textOf(value)
    const given = textOf(env[variable])
    if (given !== undefined) return { value: given, source: variable }
    return inFile === undefined
      ? { value: initial, source: "default" }
      : { value: inFile, source: `${path}: ${key}` }
  }
  const port = find("UPNEXT_PORT", "port", "4445")
  const host = find("UPNEXT_HOST", "host", "127.0.0.1")
  if (!/^\d{1,5}$/.test(port.value) || Number(port.value) > 65_535)
    failConfig(port.source, `${JSON.stringify(port.value)} is not a port such as 4445.`, "4445")
  const url = urlAt(host.value, port.value)
  if (!URL.canParse(url))
    failConfig(host.source, `${JSON.stringify(host.value)} is not an address such as 127.0.0.1.`, "127.0.0.1")
  return { url: new URL(url).origin, source: port.source, by: "configured" }
}

/** `box:4445` and `box.example` are enough. A single word is considered a mistake, not a host. */
function parseUrl(given: string): URL | undefined {
  const isWord = !/[.:/]/.test(given) && given !== "localhost"
  const text = given.includes("://") ? given : `http://${given}`
  if (isWord || !URL.canParse(text)) return undefined
  const url = new URL(text)
  return ["http:", "https:"].includes(url.protocol) && url.host !== "" ? url : undefined
}
