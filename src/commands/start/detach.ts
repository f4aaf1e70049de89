import { spawn, type ChildProcess } from "node:child_process"
import { readFileSync } from "node:fs"
import type { Config } from "../../config/config.ts"
import { UpnextError, type Problem } from "../../errors.ts"
import { endOf } from "../../machine/process-end.ts"
import { openServerLog, type OpenLog } from "../../server-log/file.ts"
import { clean } from "../../terminal/output.ts"
import { ownCommand } from "../../terminal/own-command.ts"
import { toWords } from "./flags.ts"

/** What `start --json` prints. */
export interface Started {
  readonly url: string
  readonly dashboardUrl: string
  /** Where other machines reach it, such as a phone; absent on loopback. */
  readonly networkUrls?: readonly string[]
  readonly home: string
  readonly database?: string
  readonly board?: string
  readonly pid: number
  readonly token?: string
  readonly asksForToken: boolean
}

/**
 * Starts the server as a process of its own, which stays when the terminal goes, and whose standard error is the log of
 * the home. Resolves when it answers. Rejects with what it refused with.
 */
export async function startDetached(
  { home, database }: Config,
  flags: Readonly<Record<string, unknown>>,
): Promise<Started & { readonly log: string }> {
  const log = await openServerLog(home)
  const [program, ...args] = ownCommand()
  const child = spawn(program, [...args, "start", `--home=${home}`, ...toWords(flags, apart), "--json"], {
    detached: true,
    cwd: home,
    // Not as a flag: other users can read the command line of a process, and the URL may hold a password.
    env: database === undefined ? process.env : { ...process.env, UPNEXT_DATABASE: database },
    // It says on standard output that it answers, or why not. The pipe is closed then.
    stdio: ["ignore", "pipe", log.fd],
  })
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => child.kill(signal))
  try {
    const said = await firstDocument(child)
    if (isStarted(said)) return { ...said, log: log.path }
    throw said === undefined ? failureOf(child, log) : refusalOf(said)
  } finally {
    log.close()
    child.stdout?.destroy()
    child.unref()
  }
}

// --- internal ---

/** The other process gets the home and the database in another way. */
const apart = ["detach", "json", "home", "database", "open"]

/** What the server prints first; undefined if it ends before that. */
function firstDocument(child: ChildProcess): Promise<Started | Problem | undefined> {
  return new Promise((resolve, reject) => {
    let text = ""
    child.stdout?.setEncoding("utf8")
    child.stdout?.on("data", (part: string) => {
      text += part
      if (text.includes("\n")) resolve(JSON.parse(text) as Started | Problem)
    })
    endOf(child).then(() => resolve(undefined), reject)
  })
}

function isStarted(said: Started | Problem | undefined): said is Started {
  return said !== undefined && "url" in said
}

function refusalOf({ code, detail, hint, facts, errors: issues }: Problem): UpnextError {
  return new UpnextError(code, { detail, hint, facts, errors: issues })
}

/** For a process that ended without a word on standard output, as in a crash. What it said is in the log. */
function failureOf({ exitCode, signalCode }: ChildProcess, { path, size }: OpenLog): UpnextError {
  const lines = clean(readFileSync(path).subarray(size).toString()).trim().split("\n")
  const last = lines.findLast((line) => /error/i.test(line)) ?? lines.at(-1) ?? ""
  const how = signalCode ?? (exitCode === null ? "" : `status ${exitCode}`)
  return new UpnextError("internal", {
    detail: `The server exited before it responded${how && ` (${how})`}${last && `: ${last.trim()}`}`,
    hint: "`upnext logs` shows the server's whole log.",
  })
}
