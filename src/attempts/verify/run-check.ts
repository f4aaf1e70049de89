import { mostOutput } from "../../domain/wire/checks/check-states.ts"
import type { CheckCommand } from "../../terminal/project-checks.ts"
import { clean } from "../../terminal/output.ts"
import { environmentWithout } from "../processes/own-environment.ts"
import { startProcess, type Sink } from "../processes/process.ts"
import { createLines } from "../processes/tail.ts"

export interface CheckRun {
  readonly status: "passed" | "failed" | "timed_out"
  readonly exitCode: number | null
  readonly durationMs: number
  /** The end of the check's output from both streams, without control characters. */
  readonly output: string
}

export interface RunPlace {
  readonly root: string
  readonly env: NodeJS.ProcessEnv
  readonly stdout: Sink
  readonly stderr: Sink
  /** Ends the check and all that it started. */
  readonly stop: AbortSignal
  /** Kills it. */
  readonly hurry?: AbortSignal
}

/** Runs a check by `sh -c` in its own process group. Undefined if it was stopped. */
export async function runCheck(check: CheckCommand, running: RunPlace): Promise<CheckRun | undefined> {
  const { root, env, stop, hurry } = running
  const begun = performance.now()
  const took = () => Math.round(performance.now() - begun)
  const end = createOutputEnd()
  const isStopped = () => stop.aborted
  if (isStopped()) return undefined
  const child = await startProcess({
    command: "sh",
    args: ["-c", check.run],
    cwd: root,
    env: ownEnvironment(env),
    input: "",
    stdout: end.tap(running.stdout),
    stderr: end.tap(running.stderr),
  }).catch((error: unknown) => (error as Error).message)
  if (typeof child === "string")
    return { status: "failed", exitCode: null, durationMs: took(), output: `sh cannot be started: ${child}` }
  const late = new AbortController()
  const timer = setTimeout(() => {
    if (child.end()) late.abort()
  }, check.timeoutMs)
  const ended = new AbortController()
  const listening = { signal: ended.signal, once: true }
  stop.addEventListener("abort", () => child.end(), listening)
  hurry?.addEventListener("abort", () => child.kill(), listening)
  if (isStopped()) child.end()
  const { exit } = await child.ended
  clearTimeout(timer)
  ended.abort()
  if (isStopped()) return undefined
  const isLate = late.signal.aborted
  const exitCode = typeof exit === "number" && !isLate ? exit : null
  const status = isLate ? "timed_out" : exitCode === 0 ? "passed" : "failed"
  return { status, exitCode, durationMs: took(), output: end.text() }
}

// --- internal ---

/** A check gets no token and no information about the board: its behaviour depends on the repository alone. */
function ownEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return environmentWithout(/^UPNEXT_(?:TASK_|TOKEN$|LEASE_TOKEN$)/, env)
}

/** The last lines of both streams, as much as is kept of a result. */
function createOutputEnd() {
  let kept: string[] = []
  let bytes = 0
  const take = (text: string) => {
    const shown = clean(text.replace(/\r$/, "").split("\r").at(-1) ?? "").toWellFormed()
    kept.push(shown)
    bytes += Buffer.byteLength(shown) + 1
    if (bytes > 4 * mostOutput) {
      kept = [endOf(kept.join("\n"))]
      bytes = Buffer.byteLength(kept[0] ?? "")
    }
  }
  return {
    text: () => endOf(kept.join("\n").trimEnd()),
    tap(sink: Sink): Sink {
      const lines = createLines(take)
      return {
        push(part) {
          lines.push(part)
          return sink.push(part)
        },
        end() {
          lines.end()
          return sink.end()
        },
      }
    },
  }
}

function endOf(text: string): string {
  const all = Buffer.from(text.replaceAll("\0", ""))
  let start = Math.max(all.length - mostOutput, 0)
  // Not in the middle of a character; its later bytes begin with the bits 10.
  while (start < all.length && ((all[start] ?? 0) & 0xc0) === 0x80) start += 1
  return all.toString("utf8", start)
}
