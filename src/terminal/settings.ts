import { readFileSync } from "node:fs"
import { homedir, hostname } from "node:os"
import { dirname, join, resolve } from "node:path"
import { fail } from "../errors.ts"
import { nearest } from "../nearest.ts"

/** What a client command is told by its surroundings. */
export interface Settings {
  readonly url: string
  readonly token: string | undefined
  readonly agent: string | undefined
  readonly project: string | undefined
  readonly session: string | undefined
  /** The name of this machine. */
  readonly host: string | undefined
  /** UPNEXT_HOME, where the user's own server keeps everything. */
  readonly home: string
  /** Where the URL comes from, if a token was held back because of that. */
  readonly withheld: string | undefined
}

type Env = Readonly<Record<string, string | undefined>>

/**
 * Flags, then UPNEXT_*, then a `.upnext.json` in the directory or above it, then defaults. That file comes with a
 * directory, which somebody else may have written: it may hold no token, and a token of the user is not sent to a
 * URL that only it names, or a cloned repository could collect tokens.
 */
export function readSettings(flags: Readonly<Record<string, unknown>>, env: Env, cwd: string): Settings {
  const file = findProjectFile(cwd)
  const flag = (name: string) => text(flags[name])
  const own = flag("url") ?? text(env.UPNEXT_URL)
  const home = resolve(flag("home") ?? text(env.UPNEXT_HOME) ?? join(homedir(), ".upnext"))
  const usual = own === undefined ? usualUrl(home, env) : checkUrl(own, flag("url") ? "--url" : "UPNEXT_URL")
  const given = own === undefined && file?.url !== undefined ? checkUrl(file.url, file.path) : usual
  const isTrusted = given === usual
  const token = flag("token") ?? text(env.UPNEXT_TOKEN)
  return {
    url: given,
    token: isTrusted ? token : undefined,
    agent: flag("agent") ?? text(env.UPNEXT_AGENT) ?? file?.agent,
    // Given empty it says: all of them.
    project: "project" in flags ? flag("project") : (text(env.UPNEXT_PROJECT) ?? file?.project),
    session: flag("session") ?? text(env.UPNEXT_SESSION),
    host: text(hostname()),
    home,
    withheld: !isTrusted && token !== undefined ? file?.path : undefined,
  }
}

// --- internal ---

interface ProjectFile {
  readonly path: string
  readonly url?: string | undefined
  readonly agent?: string | undefined
  readonly project?: string | undefined
}

const known = ["url", "agent", "project"]

function findProjectFile(cwd: string): ProjectFile | undefined {
  for (let directory = cwd; ; directory = dirname(directory)) {
    const path = join(directory, ".upnext.json")
    const content = read(path)
    if (content !== undefined) return checkProjectFile(path, content)
    if (dirname(directory) === directory) return undefined
  }
}

function checkProjectFile(path: string, content: string): ProjectFile {
  const value = parse(path, content)
  for (const key of Object.keys(value)) {
    if (key === "token") {
      fail("invalid_config", {
        detail: `${path} holds a token, but it is a file that is shared.`,
        hint: "Take it out, make a new token, and set UPNEXT_TOKEN instead.",
      })
    }
    if (known.includes(key)) continue
    const meant = nearest(key, known)
    failConfig(path, `unknown key ${JSON.stringify(key)}.${meant ? ` Did you mean ${meant}?` : ""}`)
  }
  for (const [key, each] of Object.entries(value)) {
    if (typeof each !== "string" || each === "") failConfig(path, `${key} must be text.`)
  }
  return { ...value, path }
}

/** Where the user's own server listens, if nothing says otherwise. */
function usualUrl(home: string, env: Env): string {
  const path = join(home, "config.json")
  const content = read(path)
  const config = content === undefined ? {} : parse(path, content)
  const port =
    text(env.UPNEXT_PORT) ??
    (typeof config.port === "number" ? String(config.port) : text(config.port)) ??
    "4445"
  const host = text(env.UPNEXT_HOST) ?? text(config.host) ?? "127.0.0.1"
  return checkUrl(`http://${reachable(host)}:${port}`, path)
}

/** An address to listen at as one to connect to. */
function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1"
  return host.includes(":") ? `[${host.replace(/^\[|\]$/g, "")}]` : host
}

function checkUrl(given: string, source: string): string {
  const text = given.includes("://") ? given : `http://${given}`
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !["http:", "https:"].includes(url.protocol) || url.host === "") {
    failConfig(source, `${JSON.stringify(given)} is not a URL such as http://127.0.0.1:4445.`)
  }
  if (url.username || url.password) failConfig(source, "a URL holds no name and password; use UPNEXT_TOKEN.")
  return url.origin + url.pathname.replace(/\/+$/, "")
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return undefined
  }
}

function parse(path: string, content: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(content)
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>
  } catch (cause) {
    fail("invalid_config", { detail: `${path} is not valid JSON: ${(cause as Error).message}.`, cause })
  }
  return failConfig(path, "it must hold a JSON object.")
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined
}

function failConfig(source: string, problem: string): never {
  fail("invalid_config", `${source}: ${problem}`)
}
