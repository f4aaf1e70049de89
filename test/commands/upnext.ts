import { spawn } from "node:child_process"

export interface Finished {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
  /** Of `--json`. */
  json(): Record<string, unknown>
}

/** Runs the built command line as a process of its own, with nothing of the tester's surroundings. */
export function upnext(args: readonly string[], env: NodeJS.ProcessEnv = {}, input = ""): Promise<Finished> {
  const child = spawn(process.execPath, ["dist/cli.cjs", ...args], {
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
