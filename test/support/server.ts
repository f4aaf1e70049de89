import { spawn, type ChildProcess } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { request, type RequestOptions } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, beforeAll } from "vitest"
import type * as Built from "../../src/index.ts"
import { freePort } from "./free-port.js"

/** The built server as a process of its own. */
export interface Server {
  readonly url: string
  readonly pid: number
  readonly home: string
  readonly port: number
  output(): string
  kill(signal: NodeJS.Signals): void
  /** The exit status, or the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals>
}

export async function temporaryHome(): Promise<{ home: string; remove(): Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), "upnext-"))
  return { home, remove: () => rm(home, { recursive: true, force: true }) }
}

/** Runs `upnext start` from `dist/` and resolves when `/health` says that it can write. */
export async function startServer(options: ServerOptions): Promise<Server> {
  if (options.port !== undefined) return startAt(options.port, options)
  for (let tries = 1; ; tries += 1) {
    try {
      return await startAt(await freePort(), options)
    } catch (error) {
      // Another process may have taken the port before the server started.
      if (tries === 3 || !String(error).includes("is in use by")) throw error
    }
  }
}

/**
 * Runs the built server in this process, where it starts many times faster than as one of its own. Only a process can be
 * killed: that takes `startServer`.
 */
export async function startServerHere({ home, port, env }: ServerOptions): Promise<RunningServer> {
  const built = pathToFileURL(join(process.cwd(), "dist/index.js")).href
  const { createUpnext, loadConfig } = (await import(built)) as typeof Built
  for (let tries = 1; ; tries += 1) {
    try {
      const at = port ?? (await freePort())
      const flags = { home, port: at }
      const server = await createUpnext(await loadConfig({ flags, env: { ...process.env, ...env } }))
      return { url: server.url, home, port: at, stop: () => server.close() }
    } catch (error) {
      // Another process may have taken the port before the server started.
      if (tries === 3 || port !== undefined || !isPortTaken(error)) throw error
    }
  }
}

/** A server in this process. */
export interface RunningServer extends Pick<Server, "url" | "home" | "port"> {
  stop(): Promise<void>
}

async function startApart(options: ServerOptions): Promise<RunningServer> {
  const server = await startServer(options)
  return { ...server, stop: () => (server.kill("SIGTERM"), server.exited.then(() => undefined)) }
}

/**
 * A server with an empty home for all tests of a file. It is there from the first test to the last.
 * @param isApart in a process of its own: for a test that waits for a program and answers nothing meanwhile
 */
export function serverForFile(
  env: NodeJS.ProcessEnv = {},
  isApart = false,
): Pick<Server, "url" | "port" | "home"> {
  let server: RunningServer
  let space: Awaited<ReturnType<typeof temporaryHome>>
  beforeAll(async () => {
    space = await temporaryHome()
    server = await (isApart ? startApart : startServerHere)({ home: space.home, env })
  })
  afterAll(async () => {
    await server.stop()
    await space.remove()
  })
  return {
    get url() {
      return server.url
    },
    get port() {
      return server.port
    },
    get home() {
      return server.home
    },
  }
}

export interface ServerOptions {
  home: string
  port?: number
  args?: string[]
  env?: NodeJS.ProcessEnv
  /** The built command line; default: that of `dist/`. */
  program?: string
  /** The most files and connections that the server may have open. */
  openFiles?: number
}

async function startAt(port: number, options: ServerOptions): Promise<Server> {
  const args = [
    options.program ?? "dist/cli.cjs",
    "start",
    "--home",
    options.home,
    "--port",
    String(port),
    ...(options.args ?? []),
  ]
  const limit = options.openFiles === undefined ? "" : `ulimit -n ${options.openFiles}; `
  const child = spawn("sh", ["-c", `${limit}exec "$@"`, "sh", process.execPath, ...args], {
    env: { ...process.env, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  })
  const output = gather(child)
  let hasSpoken = false as boolean
  child.stdout.once("data", () => (hasSpoken = true))
  const exited = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once("exit", (code, signal) => resolve(code ?? signal ?? 0))
  })
  const url = `http://127.0.0.1:${port}`
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the server ended at once:\n${output()}`)
    const answer = await call(url, "GET", "/health").catch(() => undefined)
    // Until it says so itself, another server may have been faster to take the port.
    if (answer?.status === 200 && hasSpoken) break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    url,
    pid: child.pid ?? 0,
    home: options.home,
    port,
    output,
    kill: (signal) => void child.kill(signal),
    exited,
  }
}

export interface Answer {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  // Each operation has its own answer, and tests read only the parts they need.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: Record<string, any>
  readonly text: string
}

/** One HTTP request. Rejects when the connection fails; any status is an answer. */
export function call(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  options: RequestOptions = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const payload = body === undefined ? undefined : JSON.stringify(body)
    const sent = request(
      url + path,
      {
        ...options,
        method,
        headers: { ...(payload !== undefined && { "content-type": "application/json" }), ...headers },
      },
      (response) => {
        let text = ""
        response.setEncoding("utf8")
        response.on("data", (chunk: string) => (text += chunk))
        response.once("error", reject)
        response.once("end", () => {
          const isJson = /[/+]json\b/.test(response.headers["content-type"] ?? "")
          const parsed = isJson ? (JSON.parse(text) as Answer["body"]) : {}
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: parsed, text })
        })
      },
    )
    sent.once("error", reject)
    sent.end(payload)
  })
}

// --- internal ---

const isPortTaken = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "port_taken"

function gather(child: ChildProcess): () => string {
  let text = ""
  child.stdout?.on("data", (chunk: Buffer) => (text += chunk.toString()))
  child.stderr?.on("data", (chunk: Buffer) => (text += chunk.toString()))
  return () => text
}
