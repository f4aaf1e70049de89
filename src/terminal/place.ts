import { ownHome } from "../machine/own-home.ts"
import { withoutPassword } from "../storage/database-url.ts"
import { namedUrl } from "./address.ts"
import { findProjectFile } from "./project-file.ts"
import { textOf, type Env } from "./sources.ts"
import { homeArgument, quote } from "./typed.ts"

/** The flags with which a command reaches, from any other directory and environment, what it reaches here. */
export interface CommandPlace {
  /** For a command that looks after the server of a home. */
  readonly home: string
  /** For a command that asks a server. */
  readonly server: string
  /** Besides, for a command that opens a board: which database holds it. */
  readonly database?: string
  /** Besides, for such a command: the port that was named. */
  readonly port?: string
  /** Besides, for a command that an agent repeats: who acts. */
  readonly agent?: string
}

/** Where the command of this process goes. `args` are its words, `env` and `cwd` what it was typed in. */
export function commandPlace(args: readonly string[], env: Env, cwd: string): CommandPlace {
  const { values } = process.getBuiltinModule("node:util").parseArgs({
    args: [...args],
    options: Object.fromEntries(placeFlags.map((name) => [name, { type: "string" }] as const)),
    strict: false,
  })
  const home = homeArgument(ownHome(values, env))
  const isOfHome = textOf(env.UPNEXT_URL) !== undefined
  const url = textOf(values.url) ?? namedUrl(env) ?? (isOfHome ? undefined : urlOfFile(cwd))
  // With --url a token would be sent to a server that only a file of the directory names.
  const isTrusted = (textOf(values.url) ?? namedUrl(env)) !== undefined || !hasToken(values.token, env)
  const database = databaseArguments(values, env)
  const named = textOf(values.port) ?? textOf(env.UPNEXT_PORT)
  const port = named === undefined ? "" : ` --port ${quote(named)}`
  const agent = typeof values.agent === "string" ? ` --agent ${quote(values.agent)}` : ""
  if (url === undefined) return { home, server: home, database, port, agent }
  return { home, server: isTrusted ? ` --url ${quote(url)}` : "", database, port, agent }
}

/**
 * A hint whose commands, each in backticks, lead to this place. One that says where it goes stays as it is, and so does a
 * form (`<id>`), because it has to be filled in.
 */
export function atPlace(
  hint: string,
  { home, server, database = "", port = "", agent = "" }: CommandPlace,
): string {
  return hint.replace(/`((?:[A-Z_]+=\S+ )?upnext ([a-z]+)[^`]*)`/g, (whole, line: string, name: string) => {
    if (/<| (?:--home|--url|--help|--database)\b/.test(line) || placeless.includes(name)) return whole
    const opened = ofBoard.includes(name) ? database + (line.includes(" --port ") ? "" : port) : ""
    const actor = ofAgent.includes(name) && !line.includes(" --agent ") ? agent : ""
    const flags = `${actor}${ofHome.includes(name) ? home : server}${opened}`
    // What stands after `--` belongs to another program.
    const end = line.includes(" -- ") ? line.indexOf(" -- ") : line.length
    return `\`${line.slice(0, end)}${flags}${line.slice(end)}\``
  })
}

// --- internal ---

const placeFlags = ["home", "url", "token", "database", "board", "port", "agent"]
const ofHome: readonly string[] = ["start", "stop", "doctor", "logs"]
/** The same agent goes on with these. Other hints may be for a person. */
const ofAgent: readonly string[] = ["claim", "next", "release", "comment", "ask", "verify", "undo"]
const ofBoard: readonly string[] = ["start", "doctor"]
/** These take no such flag, or write files here. */
const placeless: readonly string[] = ["init", "service", "move", "completions"]

/** A password stays out of what is shown: PGPASSWORD gives it, or the URL again. */
function databaseArguments(values: Readonly<Record<string, unknown>>, env: Env): string {
  const url = textOf(values.database) ?? textOf(env.UPNEXT_DATABASE)
  if (url === undefined) return ""
  const board = textOf(values.board) ?? textOf(env.UPNEXT_BOARD)
  const named = board === undefined ? "" : ` --board ${quote(board)}`
  return ` --database ${quote(withoutPassword(url))}${named}`
}

const hasToken = (flag: unknown, env: Env): boolean =>
  (textOf(flag) ?? textOf(env.UPNEXT_TOKEN)) !== undefined

/** A file that is not valid was refused already. */
function urlOfFile(cwd: string): string | undefined {
  try {
    return findProjectFile(cwd)?.url
  } catch {
    return undefined
  }
}
