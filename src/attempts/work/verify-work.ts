import { UpnextError } from "../../errors.ts"
import { line } from "../../terminal/output.ts"
import { requireStillAllowed } from "../verify/approval.ts"
import { readCatalog } from "../verify/catalog.ts"
import { sayEnd, verify, type VerifiedCheck } from "../verify/verify.ts"
import type { Client } from "../../client/client.ts"
import type { Connection } from "./connection.ts"
import { isGone } from "./grip.ts"
import type { Teller } from "./outcome.ts"
import { honestEnd, type EndedAttempt } from "./honest-end.ts"
import type { Tail } from "../processes/tail.ts"
import type { ClaimedTask } from "./task-input.ts"
import type { OutputRight } from "./output.ts"
import type { Sink } from "../processes/process.ts"
import type { Stop } from "../processes/stop.ts"

/** The result of a task's checks after its command has ended successfully. */
export type Checked =
  /**
   * All checks have passed, or there are none. `tree`: the files on which they passed. `nothingToDo`: why there is
   * no result.
   */
  | { readonly how: "passed"; readonly tree?: string; readonly nothingToDo?: string }
  | { readonly how: "red"; readonly reason: string }
  /** The command has done nothing. */
  | { readonly how: "idle"; readonly reason: string }
  /** The worker ends. */
  | { readonly how: "stopped" }
  /** The task is no longer ours: its command may have finished it. */
  | { readonly how: "over" }

interface Working {
  readonly client: Client
  readonly connection: Connection
  readonly teller: Teller
  readonly stop: Stop
  /** The length of each lease, in ms. */
  readonly lease: number
}

interface WorkToVerify {
  readonly right: OutputRight
  readonly stdout: Sink
  readonly stderr: Sink
  /** Ends the check that is running. */
  readonly ending: AbortSignal
  readonly claimed: ClaimedTask
  /** What the command has printed on its standard output. */
  readonly said: Tail
  readonly own: EndedAttempt["own"]
}

/**
 * Looks at the result of the attempt, and runs the task's checks as its holder. A name that is new here is left to
 * a person.
 */
export async function verifyWork(
  job: Working,
  { right, stdout, stderr, ending, claimed, said, own }: WorkToVerify,
): Promise<Checked> {
  const { client, connection, stop, teller } = job
  const env = { ...process.env, ...own?.tree.env }
  const limits = { signal: stop.over, shortPauses: stop.asked }
  try {
    const { task } = await connection.persist(() => client.task.read({ id: right.id }), limits)
    if (task.status !== "doing") return { how: "over" }
    const end = await connection.persist(
      () => honestEnd({ client, claimed, task, stdout: said, own }),
      limits,
    )
    if (end.how === "idle") return end
    const brought = end.how === "nothing to do" ? { nothingToDo: end.why } : {}
    const names = (task.checkStates ?? []).map(({ check }) => check)
    if (names.length === 0) return { how: "passed", ...brought }
    if (!own) teller.once(sharedCheckout)
    const catalog = await readCatalog(own?.tree.record.path ?? process.cwd(), env)
    requireStillAllowed({ main: catalog.main, base: catalog.base }, env)
    const verified = await verify({
      client,
      right,
      names,
      catalog,
      runsFresh: false,
      env,
      isPerson: false,
      output: { stdout, stderr },
      say: (text) => teller.say(text),
      send: (call) => connection.persist(call, limits),
      renewMs: job.lease / 3,
      stop: ending,
      hurry: stop.hurried,
    })
    if (!verified) return { how: "stopped" }
    const { results } = verified
    const red = results.find(({ status, counts }) => status !== "passed" || !counts)
    const proven = results.at(-1)?.tree ?? undefined
    if (red) return { how: "red", reason: reasonOf(red) }
    return { how: "passed", ...brought, ...(proven !== undefined && { tree: proven }) }
  } catch (error) {
    if (ending.aborted) return { how: "stopped" }
    if (isGone(error)) return { how: "over" }
    if (error instanceof UpnextError && error.code === "git_failed")
      return { how: "red", reason: error.message }
    throw error
  }
}

// --- internal ---

const sharedCheckout =
  "Without --worktree, an attempt's changes are unknown, so a task counts as done if its checks pass, even if the attempt did nothing."

const mostOfOutput = 300

/** The check, and the end of what it printed. */
function reasonOf(red: VerifiedCheck): string {
  const tail = line(red.output.trim()).slice(-mostOfOutput)
  return `check ${sayEnd(red)}${tail === "" ? "" : `: ${tail}`}`
}
