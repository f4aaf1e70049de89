import { spawn } from "node:child_process"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

/** How a command is killed at one of its calls of git: before that, after it, or with it in the middle of its work. */
export const moments = ["before", "after", "within"] as const

export interface Kill {
  readonly how: (typeof moments)[number]
  /** At which of its calls. */
  readonly at: number
}

export interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
  readonly isKilled: boolean
}

export const realGit = (process.env["PATH"] ?? "")
  .split(":")
  .map((directory) => join(directory, "git"))
  .find((path) => existsSync(path))

/** The calls are counted and not the time, so that the same kill comes again whatever else the machine does. */
const script = `#!/bin/sh
read n < "$UPNEXT_TEST_KILL"
n=$((n-1)); echo $n > "$UPNEXT_TEST_KILL"
[ $n -eq 0 ] || exec ${realGit ?? "git"} "$@"
case $UPNEXT_TEST_HOW in
before) kill -9 $PPID ;;
after) ${realGit ?? "git"} "$@"; kill -9 $PPID ;;
within) exec 3<&0; ${realGit ?? "git"} "$@" <&3 & sleep 0.002; kill -9 $! $PPID ;;
esac
`

/** Runs the built command line with a git that kills it. Resolves when all that it has started is over. */
export function killer(directory: string) {
  const bin = join(directory, "bin")
  mkdirSync(bin)
  writeFileSync(join(bin, "git"), script, { mode: 0o755 })
  let calls = 0

  return async function run(
    args: readonly string[],
    { cwd, env, kill }: { cwd: string; env: NodeJS.ProcessEnv; kill?: Kill | undefined },
  ): Promise<Ended> {
    const counter = join(directory, `kill-${calls++}`)
    if (kill) writeFileSync(counter, `${kill.at}\n`)
    const path = process.env["PATH"] ?? ""
    const child = spawn(process.execPath, [resolve("dist/cli.cjs"), ...args], {
      ...{ cwd, detached: true, stdio: ["ignore", "pipe", "pipe"] },
      env: {
        ...{ ...env, PATH: kill ? `${bin}:${path}` : path },
        ...(kill && { UPNEXT_TEST_KILL: counter, UPNEXT_TEST_HOW: kill.how }),
      },
    })
    let [stdout, stderr] = ["", ""]
    child.stdout.on("data", (part: Buffer) => (stdout += part.toString()))
    child.stderr.on("data", (part: Buffer) => (stderr += part.toString()))
    const status = await new Promise<number | null>((ends) => child.once("close", ends))
    const isKilled = child.signalCode === "SIGKILL"
    while (isGroupThere(child.pid ?? 0)) await sleep(2)
    return { status, stdout, stderr, isKilled }
  }
}

// --- internal ---

function isGroupThere(pid: number): boolean {
  try {
    process.kill(-pid, 0)
    return true
  } catch {
    return false
  }
}
