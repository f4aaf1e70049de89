import { spawn } from "node:child_process"

/** A built command that goes on, such as `upnext work`, as a process of its own. */
export interface Worker {
  readonly pid: number
  stdout(): string
  stderr(): string
  kill(signal: NodeJS.Signals): void
  /** The exit status, or the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals>
}

interface WorkerOptions {
  readonly url: string
  readonly cwd: string
  readonly env?: NodeJS.ProcessEnv
}

/** Runs `upnext work` from `dist/`, without the variables of whoever runs the tests. */
export function startWorker(args: readonly string[], options: WorkerOptions): Worker {
  return startCommand(["work", ...args], options)
}

/** The same for any command. */
export function startCommand(args: readonly string[], options: WorkerOptions): Worker {
  const child = spawn(process.execPath, [`${process.cwd()}/dist/cli.cjs`, ...args], {
    cwd: options.cwd,
    env: { PATH: process.env["PATH"], HOME: "/nonexistent", UPNEXT_URL: options.url, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let stdout = ""
  let stderr = ""
  child.stdout.on("data", (part: Buffer) => (stdout += part.toString()))
  child.stderr.on("data", (part: Buffer) => (stderr += part.toString()))
  return {
    pid: child.pid ?? 0,
    stdout: () => stdout,
    stderr: () => stderr,
    kill: (signal) => void child.kill(signal),
    // `close` would wait for processes that a killed worker leaves behind, since they hold its output open.
    exited: new Promise((resolve) => {
      child.once("exit", (code, signal) => setImmediate(() => resolve(code ?? signal ?? 0)))
    }),
  }
}

/** Resolves when the condition holds. If it never does, the test ends by its own time limit. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 20))
}
