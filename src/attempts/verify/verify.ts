import type { Client } from "../../client/client.ts"
import type { InputOf, OutputOf } from "../../client/contract.ts"
import { notePassed } from "../../repository/passed.ts"
import { isWhole, readTree, type TreeState } from "../../repository/tree.ts"
import { line, style } from "../../terminal/output.ts"
import type { CheckCommand } from "../../terminal/project-checks.ts"
import type { Sink } from "../processes/process.ts"
import type { Catalog } from "./catalog.ts"
import { runCheck, type CheckRun } from "./run-check.ts"

type Report = InputOf<"check.report">

export interface Verifying {
  readonly client: {
    readonly check: Pick<Client["check"], "report">
    readonly task: Pick<Client["task"], "heartbeat">
  }
  /** The task, and what shows the right to report. */
  readonly right: Pick<Report, "id" | "agent" | "session" | "leaseToken" | "epoch">
  readonly names: readonly string[]
  readonly catalog: Catalog
  readonly env: NodeJS.ProcessEnv
  /** Whether a name that is new here is run; default: yes. */
  readonly runsFresh?: boolean
  /** How often the lease is renewed while a check runs, in ms. */
  readonly renewMs?: number
  /** A person runs them, at a terminal. */
  readonly isPerson: boolean
  readonly output: { readonly stdout: Sink; readonly stderr: Sink }
  say(text: string): void
  /** Sends one result. */
  readonly send?: (call: () => Promise<Reported>) => Promise<Reported>
  readonly stop: AbortSignal
  readonly hurry?: AbortSignal
}

export type VerifiedCheck = OutputOf<"check.report">["result"]

export interface VerifiedChecks {
  readonly results: readonly VerifiedCheck[]
  /** Git's hash of the files after the last check, where it can be known. */
  readonly tree?: string | undefined
}

/** Runs checks one after the other and reports each result. Undefined if it was stopped. */
export async function verify(verifying: Verifying): Promise<VerifiedChecks | undefined> {
  const { client, right, names, catalog, stop, say, send = sendOnce } = verifying
  const results: VerifiedCheck[] = []
  let before = await stateOf(verifying)
  for (const name of names) {
    const known = catalog.base.checks.get(name)
    const fresh = known ? undefined : catalog.fresh.get(name)
    const check = known ?? (verifying.runsFresh === false ? undefined : fresh)
    if (check) say(`${style.bold(line(name))}  ${style.dim(line(check.run))}`)
    if (catalog.unlike.includes(name))
      say(
        style.yellow(
          `  .upnext.json here defines ${line(name)} differently; the version committed in the base counts.`,
        ),
      )
    const run = !check
      ? unknownIn(catalog, fresh !== undefined)
      : typeof before === "string"
        ? { status: "failed" as const, exitCode: null, durationMs: 0, output: before }
        : await runOne(check, verifying)
    if (stop.aborted || run === undefined) return undefined
    const report: Report = {
      ...right,
      check: name,
      ...run,
      ...placeOf(before),
      isNew: fresh !== undefined,
      byPerson: verifying.isPerson,
    }
    const { result } = await send(() => client.check.report(report))
    results.push(result)
    say(toldEnd(result))
    const after = await stateOf(verifying)
    const { tree } = placeOf(after)
    if (placeOf(before).tree !== tree)
      say(style.yellow("Files changed while the check ran; the result is for the files as they were before."))
    else if (tree !== null && catalog.git && check && run.status === "passed" && (await isWhole(catalog.git)))
      await notePassed(catalog.git, { tree, run: check.run })
    before = after
  }
  return { results, tree: placeOf(before).tree ?? undefined }
}

/** Whether each of these has passed, and counts. */
export function areProven(results: readonly VerifiedCheck[]): boolean {
  return results.every(({ status, counts }) => status === "passed" && counts)
}

/** `test failed (exit 1, 41 s)` */
export function sayEnd({ check, status, exitCode, durationMs }: VerifiedCheck): string {
  const name = line(check)
  const time =
    durationMs < 10_000 ? `${(durationMs / 1000).toFixed(1)} s` : `${Math.round(durationMs / 1000)} s`
  if (status === "unknown") return `${name} is unknown here`
  if (status === "timed_out") return `${name} took too long and was stopped after ${time}`
  if (status === "passed") return `${name} passed (${time})`
  return `${name} failed (${exitCode === null ? "killed by a signal" : `exit ${exitCode}`}, ${time})`
}

// --- internal ---

type Reported = OutputOf<"check.report">

const sendOnce = (call: () => Promise<Reported>) => call()

/** The lease is renewed while a check runs. A refusal shows when the result is sent. */
async function runOne(check: CheckCommand, verifying: Verifying): Promise<CheckRun | undefined> {
  const { client, right, catalog, env, output, stop, hurry, renewMs = 30_000 } = verifying
  const { epoch: _epoch, ...holder } = right
  const renewing = setInterval(() => void client.task.heartbeat(holder).catch(() => undefined), renewMs)
  try {
    return await runCheck(check, { root: catalog.root, env, ...output, stop, ...(hurry && { hurry }) })
  } finally {
    clearInterval(renewing)
  }
}

function unknownIn({ root }: Catalog, isFresh: boolean): Omit<CheckRun, "status"> & { status: "unknown" } {
  const where = `.upnext.json in ${line(root)}`
  const output = isFresh
    ? `The name is new in ${where}: it is not committed in the base, so a person must run the check.`
    : `${where} has no check with this name.`
  return { status: "unknown", exitCode: null, durationMs: 0, output }
}

/**
 * The files as they are now; undefined outside git. If git cannot read the files, the reason why: a check proves
 * nothing if its files cannot be identified.
 */
async function stateOf({ catalog }: Verifying): Promise<TreeState | string | undefined> {
  try {
    return catalog.git && (await readTree(catalog.git))
  } catch (error) {
    return `Git cannot read the state of the files: ${(error as Error).message}`
  }
}

function placeOf(state: TreeState | string | undefined) {
  if (state === undefined || typeof state === "string")
    return { tree: null, commit: null, branch: null, isClean: false }
  const { tree, commit = null, branch = null, isClean } = state
  return { tree, commit, branch, isClean }
}

function toldEnd(result: VerifiedCheck): string {
  const { status, counts, isNew } = result
  if (status !== "passed") return `${style.red("✗")} ${sayEnd(result)}`
  const why = isNew
    ? "its name is new here, so either a person must run the check or the name must be committed in the base"
    : "other files have been reported since"
  return `${style.green("✓")} ${sayEnd(result)}${counts ? "" : style.yellow(`, and does not count: ${why}`)}`
}
