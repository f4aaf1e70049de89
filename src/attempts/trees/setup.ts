import type { AttemptRecord } from "../../repository/attempt-record.ts"
import { cleanOutput, line, note, passOn, style } from "../../terminal/output.ts"
import type { ProjectChecks } from "../../terminal/project-checks.ts"
import type { Sink } from "../processes/process.ts"
import { createStop } from "../processes/stop.ts"
import { runCheck } from "../verify/run-check.ts"

/** What ends a setup before it is done. */
export interface SetupLimits {
  readonly stop: AbortSignal
  readonly hurry: AbortSignal
  /** It may take no longer than this. */
  readonly timeoutMs?: number | undefined
}

/**
 * Prepares a new tree, once, by running the repository's `setup` as committed in the base.
 * @returns why it failed, in a sentence; undefined if it succeeded
 */
export async function setUp(
  { isSetUp, path }: AttemptRecord,
  { setup }: ProjectChecks,
  { env, limits }: { readonly env: NodeJS.ProcessEnv; readonly limits?: SetupLimits | undefined },
): Promise<string | undefined> {
  return isSetUp || setup === undefined ? undefined : runSetup(setup, path, env, limits)
}

/** Standard output may be the path of the tree, or JSON. */
export function toError(): Sink {
  return { push: (part) => passOn(process.stderr, part), end: () => Promise.resolve() }
}

// --- internal ---

/** Without limits, signals end it: nobody else listens to them then. */
async function runSetup(
  setup: string,
  path: string,
  env: NodeJS.ProcessEnv,
  limits: SetupLimits | undefined,
): Promise<string | undefined> {
  note(style.dim(`setup  ${line(setup)}`))
  if (limits) return runLimited(setup, path, env, limits)
  const stop = createStop()
  try {
    return await runLimited(setup, path, env, { stop: stop.asked, hurry: stop.hurried })
  } finally {
    stop.close()
  }
}

/** Its output goes to standard error. @returns why it failed */
async function runLimited(
  setup: string,
  path: string,
  env: NodeJS.ProcessEnv,
  { stop, hurry, timeoutMs = setupMs }: SetupLimits,
): Promise<string | undefined> {
  const ran = await runCheck(
    { run: setup, timeoutMs: Math.min(timeoutMs, setupMs) },
    { root: path, env, stdout: toError(), stderr: toError(), stop, hurry },
  )
  if (!ran) return "setup was stopped"
  if (ran.status === "passed") return undefined
  const how = ran.status === "timed_out" ? "took too long" : `failed (exit ${ran.exitCode ?? "by a signal"})`
  const tail = line(cleanOutput(ran.output)).slice(-300)
  return `setup ${how}${tail === "" ? "" : `: ${tail}`}`
}

const setupMs = 30 * 60_000
