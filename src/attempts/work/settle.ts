import { line } from "../../terminal/output.ts"
import type { ProcessEnd } from "../processes/process.ts"
import { messageOf, type Grip } from "./grip.ts"
import { limitOf } from "./limit.ts"
import type { Settled } from "./outcome.ts"
import { troubleRefusal, type CommandTrouble } from "./trouble.ts"
import type { Checked } from "./verify-work.ts"

/** How a command has ended. */
export interface Circumstances {
  readonly ending: ProcessEnd
  /** How long the command ran, in ms. */
  readonly took: number
  readonly refusal: unknown
  /** The time limit of the command, if it took longer. */
  readonly timedOut: string | undefined
  /** The worker ended the command. */
  readonly isStopped: boolean
  readonly reflection: string | undefined
  /** What its checks came to, where the command ended well. */
  readonly checked?: Checked
}

export const workerStopped = "its worker was stopped"

export function lostTo(refusal: unknown): Settled {
  return { outcome: "lost", detail: `${messageOf(refusal)} Its command was stopped.` }
}

/** Whether the command did its work, as far as it says. */
export function hasWorked({ ending, refusal, timedOut, isStopped }: Circumstances): boolean {
  if (refusal !== undefined || timedOut !== undefined || isStopped) return false
  return ending.exit === 0 && limitOf(ending) === undefined
}

/** Why the command may run again in the same attempt. */
export function whyAgain({ checked }: Circumstances): string | undefined {
  return checked?.how === "red" || checked?.how === "idle" ? checked.reason : undefined
}

/** Why the worker ends after this. */
export function troubleIn(trouble: CommandTrouble, task: string, how: Circumstances): string | undefined {
  const { ending, took, refusal, timedOut, isStopped } = how
  if (refusal !== undefined || isStopped || limitOf(ending)) return undefined
  if (timedOut !== undefined) return trouble.failed(task, Infinity)
  const notRun = trouble.notRun(ending.exit)
  if (notRun !== undefined) return notRun
  if (ending.exit !== 0 || whyAgain(how) !== undefined) return trouble.failed(task, took)
  trouble.worked()
  return undefined
}

/** @throws unavailable, after the task was given back */
export async function endIfTroubled(grip: Grip, task: string, why: string | undefined): Promise<void> {
  if (why === undefined) return
  await grip.release(`its worker exited: ${why}`, false)
  throw troubleRefusal(task, why)
}

/** Tells the server how the attempt has ended. */
export function settle(grip: Grip, circumstances: Circumstances): Promise<Settled> {
  const { ending, refusal, timedOut, isStopped, reflection, checked } = circumstances
  const { exit, stdout, stderr } = ending
  if (refusal !== undefined) return Promise.resolve(lostTo(refusal))
  const last = line(stderr.last() || stdout.last())
  const withLast = (how: string) => (last === "" ? how : `${how}: ${last}`)
  if (timedOut !== undefined) return grip.release(withLast(`stopped after ${timedOut} (--timeout)`), true)
  if (isStopped || checked?.how === "stopped") return grip.release(workerStopped, false)
  const limit = limitOf(ending)
  if (limit) return grip.releaseAtLimit(limit)
  if (checked?.how === "red") return grip.release(checked.reason, true)
  if (checked?.how === "idle") return grip.block(checked.reason)
  if (exit === 0) {
    const { tree, nothingToDo } = checked?.how === "passed" ? checked : {}
    return grip.complete({
      summary: stdout.summary(),
      reflection: reflection ?? stdout.reflection(),
      tree,
      nothingToDo,
    })
  }
  return grip.release(withLast(typeof exit === "number" ? `exit ${exit}` : exit), true)
}
