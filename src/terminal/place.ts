import { findProjectFile } from "./project-file.ts"
import { readHome } from "./settings.ts"
import { textOf, type Env } from "./sources.ts"
import { homeArgument, quote } from "./typed.ts"

/** The flags with which a command reaches, from any other directory and environment, what it reaches here. */
export interface CommandPlace {
  /** For a command that looks after the server of a home. */
  readonly home: string
  /** For a command that asks a server. */
  readonly server: string
}

/** Where the command of this process goes. `args` are its words, `env` and `cwd` what it was typed in. */
export function placeOf(args: readonly string[], env: Env, cwd: string): CommandPlace {
  const { values } = process.getBuiltinModule("node:util").parseArgs({
    args: [...args],
    options: { home: { type: "string" }, url: { type: "string" }, token: { type: "string" } },
    strict: false,
  })
  const home = homeArgument(readHome(values, env))
  const url = textOf(values.url) ?? textOf(env.UPNEXT_URL) ?? urlOfFile(cwd)
  // With --url a token would be sent to a server that only a file of the directory names.
  const isTrusted = textOf(values.url ?? env.UPNEXT_URL) !== undefined || !hasToken(values.token, env)
  if (url === undefined) return { home, server: home }
  return { home, server: isTrusted ? ` --url ${quote(url)}` : "" }
}

/**
 * A hint whose commands, each in backticks, lead to this place. One that says where it goes stays as it is, and so does a
 * form (`<id>`), which nobody types as it is printed.
 */
export function atPlace(hint: string, { home, server }: CommandPlace): string {
  return hint.replace(/`((?:[A-Z_]+=\S+ )?upnext ([a-z]+)[^`]*)`/g, (whole, line: string, name: string) => {
    if (/<| (?:--home|--url|--help)\b/.test(line) || placeless.includes(name)) return whole
    const flags = ofHome.includes(name) ? home : server
    // What stands after `--` belongs to another program.
    const end = line.includes(" -- ") ? line.indexOf(" -- ") : line.length
    return `\`${line.slice(0, end)}${flags}${line.slice(end)}\``
  })
}

// --- internal ---

const ofHome: readonly string[] = ["start", "stop", "doctor", "logs"]
/** These take no such flag, or write files here. */
const placeless: readonly string[] = ["init", "service", "move", "completions"]

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
