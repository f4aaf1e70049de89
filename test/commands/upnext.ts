import { spawn } from "node:child_process"
import { resolve as toAbsolute } from "node:path"
import { afterAll, beforeAll, expect } from "vitest"
import { startServer, temporaryHome, type Server } from "../support/server.ts"

export interface Finished {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
  /** The document that `--json` printed. */
  json(): Record<string, unknown>
}

/** Runs the built command line as a process of its own, without the variables and settings of whoever runs the tests. */
export function upnext(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  input: string | Uint8Array = "",
  cwd = process.cwd(),
): Promise<Finished> {
  const child = spawn(process.execPath, [toAbsolute("dist/cli.cjs"), ...args], {
    cwd,
    env: { PATH: process.env["PATH"], HOME: "/nonexistent", ...env },
    stdio: ["pipe", "pipe", "pipe"],
  })
  let stdout = ""
  let stderr = ""
  child.stdout.on("data", (part: Buffer) => (stdout += part.toString()))
  child.stderr.on("data", (part: Buffer) => (stderr += part.toString()))
  child.stdin.on("error", () => undefined)
  child.stdin.end(input)
  return new Promise((resolve) => {
    child.once("close", (status) =>
      resolve({ status, stdout, stderr, json: () => JSON.parse(stdout) as Record<string, unknown> }),
    )
  })
}

/** The server of one test file. */
export interface Served {
  readonly home: string
  readonly server: Server
  /** Runs a command that knows the server's address, with these variables besides. */
  upnext(args: readonly string[], env?: NodeJS.ProcessEnv, input?: string | Uint8Array): Promise<Finished>
  /** Ends the server and starts it again after `pause` ms. */
  restart(pause?: number): Promise<void>
}

/** Starts a server before the tests of a file and ends it after them. It must end without an error. */
export async function serve({
  env: surroundings = {},
  server: of = {},
}: { env?: NodeJS.ProcessEnv; server?: NodeJS.ProcessEnv } = {}): Promise<Served> {
  const { home, remove } = await temporaryHome()
  let server: Server
  async function stop(): Promise<void> {
    server.kill("SIGTERM")
    expect(await server.exited, server.output()).toBe(0)
  }
  beforeAll(async () => {
    server = await startServer({ home, env: of })
  })
  afterAll(async () => {
    await stop()
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
      await stop()
      await new Promise((resolve) => setTimeout(resolve, pause))
      server = await startServer({ home, port: server.port, env: of })
    },
  }
}
