import { spawn } from "node:child_process"
import { resolve as toAbsolute } from "node:path"
import { afterAll, beforeAll, expect } from "vitest"
import { runHere } from "./in-process.ts"
import {
  startServer,
  startServerHere,
  temporaryHome,
  type RunningServer,
  type Server,
  type ServerOptions,
} from "../support/server.ts"

export interface Finished {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
  /** The document that `--json` printed. */
  json(): Record<string, unknown>
}

/**
 * Runs the built command line without the variables and settings of whoever runs the tests: in this process where that makes
 * no difference, else as a process of its own.
 */
export async function upnext(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  input: string | Uint8Array = "",
  cwd = process.cwd(),
): Promise<Finished> {
  const whole = { PATH: process.env["PATH"], HOME: "/nonexistent", ...env }
  const isPlain = plain.has(args[0] ?? "") && !args.some((arg) => apart.has(arg))
  const isElsewhere = cwd !== process.cwd() && args.some((arg) => ofFiles.has(arg))
  // The zone, the memory and the working directory of a process are those of all its parts.
  const isOther = Object.keys(env).some((name) => name === "TZ" || name.startsWith("NODE_"))
  const run = isPlain && !isElsewhere && !isOther ? runHere : runApart
  const ended = await run(args, whole, input, cwd)
  return { ...ended, json: () => JSON.parse(ended.stdout) as Record<string, unknown> }
}

/** The same as a process of its own. */
function runApart(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  input: string | Uint8Array,
  cwd: string,
): Promise<Omit<Finished, "json">> {
  const child = spawn(process.execPath, [toAbsolute("dist/cli.cjs"), ...args], { cwd, env, stdio: "pipe" })
  let stdout = ""
  let stderr = ""
  child.stdout.on("data", (part: Buffer) => (stdout += part.toString()))
  child.stderr.on("data", (part: Buffer) => (stderr += part.toString()))
  child.stdin.on("error", () => undefined)
  child.stdin.end(input)
  return new Promise((resolve) => {
    child.once("close", (status) => resolve({ status, stdout, stderr }))
  })
}

/** The server of one test file. */
export interface Served<Of = RunningServer> {
  readonly home: string
  readonly server: Of
  /** Runs a command that knows the server's address, with these variables besides. */
  upnext(args: readonly string[], env?: NodeJS.ProcessEnv, input?: string | Uint8Array): Promise<Finished>
  /** Ends the server and starts it again after `pause` ms. */
  restart(pause?: number): Promise<void>
}

interface ServeOptions {
  /** For each command. */
  readonly env?: NodeJS.ProcessEnv
  readonly server?: NodeJS.ProcessEnv
}

/** Starts a server in this process before the tests of a file and ends it after them. */
export function serve(options?: ServeOptions): Promise<Served> {
  return served(startServerHere, (server) => server.stop(), options)
}

/** The same in a process of its own, which can be stopped and looked at. It must end without an error. */
export function serveApart(options?: ServeOptions): Promise<Served<Server>> {
  const stop = async ({ kill, exited, output }: Server) => {
    kill("SIGTERM")
    expect(await exited, output()).toBe(0)
  }
  return served(startServer, stop, options)
}

// --- internal ---

/** Commands that end by themselves: they send requests, read and write files, and run git and checks. */
const plain = new Set([
  ...["task", "add", "list", "show", "edit", "next", "claim", "release", "done", "review", "comment", "meet"],
  ...["cancel", "reopen", "delete", "restore", "undo", "redo", "inbox", "history", "reflections", "stats"],
  ...["agent", "resource", "team", "host", "project", "account", "token", "plan", "files", "retry", "whoami"],
  ...["status", "auth", "login", "logout", "import", "export", "help", "needs", "digest", "lessons", "prime"],
  ...["land", "verify", "worktree", "doctor", "init", "completions", "backup", "--help", "--version"],
])

/** They read and write files by the paths that they are given. */
const ofFiles = new Set(["attach", "get", "files", "plan", "import", "export", "--output"])

/** With these they open an editor, or go on until a signal. */
const apart = new Set(["--editor", "-e", "--follow"])

async function served<Of extends Pick<Server, "url" | "port">>(
  start: (options: ServerOptions) => Promise<Of>,
  stop: (server: Of) => Promise<void>,
  { env: surroundings = {}, server: env = {} }: ServeOptions = {},
): Promise<Served<Of>> {
  const { home, remove } = await temporaryHome()
  let server: Of
  beforeAll(async () => {
    server = await start({ home, env })
  })
  afterAll(async () => {
    await stop(server)
    await remove()
  })
  return {
    home,
    get server() {
      return server
    },
    upnext: (args, env, input) =>
      upnext(args, { UPNEXT_URL: server.url, UPNEXT_HOME: home, ...surroundings, ...env }, input),
    async restart(pause = 0) {
      await stop(server)
      await new Promise((resolve) => setTimeout(resolve, pause))
      server = await start({ home, port: server.port, env })
    },
  }
}
