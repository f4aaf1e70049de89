import { spawn, type ChildProcess } from "node:child_process"
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll } from "vitest"
import { freePort } from "../support/free-port.js"
import { readImage } from "../support/image.ts"
import { call } from "../support/server.ts"

export interface ContainerOptions {
  readonly command: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** Where the tests run as root: the user to run as. */
  readonly uid?: number
}

/** A server as its container would run it. */
export interface RunningContainer {
  readonly url: string
  readonly port: number
  output(): string
  /** Sends the image's stop signal; resolves to the exit status. */
  stop(): Promise<unknown>
}

/**
 * Runs commands as a container does, without one: in the files of the image, with its variables, and with a home that
 * nobody can write to. Only the port differs. Everything ends with the file.
 */
export function useContainers(): (options: ContainerOptions) => Promise<RunningContainer> {
  const image = readImage()
  const running: ChildProcess[] = []
  let space = ""
  beforeAll(() => {
    space = mkdtempSync(join(tmpdir(), "upnext-deploy-"))
    image.unpack(join(space, "image"))
    mkdirSync(join(space, "home"))
    chmodSync(join(space, "home"), 0o555)
    chmodSync(space, 0o755)
  })
  afterAll(() => {
    for (const child of running) child.kill("SIGKILL")
    rmSync(space, { recursive: true, force: true })
  })

  return async ({ command: [program = "", ...args], environment, uid }) => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const temporary = mkdtempSync(join(space, "tmp-"))
    const isRoot = process.getuid?.() === 0
    if (isRoot && uid !== undefined) chownSync(temporary, uid, uid)
    const child = spawn(program, args, {
      cwd: join(space, "image"),
      env: {
        PATH: process.env["PATH"],
        ...image.environment,
        ...environment,
        ...{ UPNEXT_HOME: join(space, "home"), UPNEXT_PORT: String(port), TMPDIR: temporary },
      },
      stdio: ["ignore", "pipe", "pipe"],
      ...(isRoot && uid !== undefined && { uid, gid: uid }),
    })
    running.push(child)
    let output = ""
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)))
    const exited = new Promise<unknown>((resolve) =>
      child.once("exit", (code, signal) => resolve(code ?? signal)),
    )
    for (;;) {
      if (child.exitCode !== null) throw new Error(`the server ended at once:\n${output}`)
      if ((await call(url, "GET", "/health").catch(() => undefined))?.status === 200) break
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return {
      url,
      port,
      output: () => output,
      stop() {
        child.kill(image.stopSignal)
        return exited
      },
    }
  }
}

/** The URL of the suite's database, without the password, which the deployment gives apart. */
export function databaseFor(url: string): string {
  return Object.assign(new URL(url), { password: "" }).href
}
