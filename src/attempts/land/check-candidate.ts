import { fail } from "../../errors.ts"
import { copyIncluded } from "../../repository/include.ts"
import type { Candidate, RefusedCommit } from "../../repository/land.ts"
import type { Repository } from "../../repository/repository.ts"
import { line, style } from "../../terminal/output.ts"
import type { CheckCommand } from "../../terminal/project-checks.ts"
import { toError } from "../trees/setup.ts"
import { requireApproval } from "../verify/approval.ts"
import { committedChecks } from "../verify/catalog.ts"
import { runCheck, type CheckRun } from "../verify/run-check.ts"
import { notePassed } from "../../repository/passed.ts"
import type { Stop } from "../processes/stop.ts"
import { checkComment } from "./words.ts"

export interface Checking {
  readonly id: string
  readonly base: string
  /** The names of the checks of the task. */
  readonly names: readonly string[]
  readonly isYes: boolean
  readonly env: NodeJS.ProcessEnv
  /** A person is at the terminal. */
  readonly isPerson: boolean
  readonly stop: Stop
  say(text: string): void
}

/**
 * Prepares the tree of a new commit and runs the task's checks there. The base defines which command each name
 * runs. A name that is new in the commit is run only for a person, who sees the command.
 * @returns why the commit is refused
 * @throws invalid_input if a command to run was not allowed; git_failed if setup fails or was stopped
 */
export async function checkCandidate(
  { git, main, root }: Repository,
  { path, commit, tree, base }: Candidate,
  checking: Checking,
): Promise<RefusedCommit | undefined> {
  const { id, names, env, isYes, isPerson, say } = checking
  const known = await committedChecks(git, base, root)
  const { checks: own } = await committedChecks(git, commit, root)
  const fresh = new Map([...own].filter(([name]) => names.includes(name) && !known.checks.has(name)))
  const [first] = fresh.keys()
  if (first !== undefined && !isPerson)
    fail("invalid_input", {
      detail: `${id}'s change adds the check ${JSON.stringify(first)}, so a person must first see what the check runs.`,
      hint: `Run this in a terminal: upnext land ${id}`,
    })
  await requireApproval({ main, base: known, fresh }, { isYes, env, typed: `upnext land ${id}` })
  for (const each of (await copyIncluded(main, path)).notes) say(line(each))
  if (known.setup !== undefined) await setUp(known.setup, path, checking)
  for (const name of names) {
    const check = known.checks.get(name) ?? fresh.get(name)
    const ran = check && (await runIn(path, name, check, checking))
    if (ran?.status !== "passed") return refusal(checking.base, name, ran)
    say(`${style.green("✓")} ${line(name)} passed`)
    if (check) await notePassed(git, { tree, run: check.run })
  }
  return undefined
}

// --- internal ---

const setupMs = 30 * 60_000

async function setUp(setup: string, path: string, checking: Checking): Promise<void> {
  const ran = await runIn(path, "setup", { run: setup, timeoutMs: setupMs }, checking)
  if (ran.status === "passed") return
  const tail = line(ran.output).slice(-300)
  fail("git_failed", {
    detail: `setup ${endOf(ran)} in a tree of ${checking.id}${tail === "" ? "." : `: ${tail}`}`,
    hint: "Nothing has landed. If the task's change broke the setup, send the task back: `upnext reopen`.",
  })
}

/** Its output goes to standard error: standard output says what landed. */
async function runIn(
  path: string,
  name: string,
  check: CheckCommand,
  { env, stop, say }: Checking,
): Promise<CheckRun> {
  say(`${line(name)}  ${line(check.run)}`)
  const ran = await runCheck(check, {
    ...{ root: path, env, stdout: toError(), stderr: toError() },
    ...{ stop: stop.asked, hurry: stop.hurried },
  })
  return (
    ran ??
    fail("git_failed", { detail: `${name} was stopped.`, hint: "Nothing has landed; run the command again." })
  )
}

function refusal(base: string, check: string, ran: CheckRun | undefined): RefusedCommit {
  const [said, output] = ran
    ? [`\`${line(check)}\` ${endOf(ran)}`, ran.output]
    : [`.upnext.json has no check \`${line(check)}\``, ""]
  const { exitCode = null, durationMs = 0 } = ran ?? {}
  const status = !ran ? "unknown" : ran.status === "timed_out" ? "timed_out" : "failed"
  return {
    reason: checkComment(base, { said, output }),
    ran: { check, status, exitCode, durationMs, output },
  }
}

function endOf({ status, exitCode }: CheckRun): string {
  if (status === "timed_out") return "took too long and was stopped"
  return exitCode === null ? "failed (killed by a signal)" : `failed (exit ${exitCode})`
}
