import type { InputOf, OperationName, OutputOf } from "../../client/contract.ts"
import { note } from "../../terminal/output.ts"
import { requireApproval } from "./approval.ts"
import { readCatalog } from "./catalog.ts"
import { directoryOf } from "./task-directory.ts"
import { verify, type VerifiedCheck } from "./verify.ts"

/** Calls an operation as the model's agent, in its session. */
type CallOperation = <N extends OperationName>(name: N, input: InputOf<N>) => Promise<OutputOf<N>>

/**
 * Runs a task's checks for a model, in the directory where its MCP server was started. Standard output belongs to
 * the protocol, so a check's output appears only in its result. Nobody can be asked, so the repository's commands
 * must have been allowed before.
 */
export async function verifyForTool(
  claim: { readonly id: string; readonly leaseToken?: string },
  call: CallOperation,
): Promise<readonly VerifiedCheck[]> {
  const { task } = await call("task.read", { id: claim.id })
  const names = (task.checkStates ?? []).map(({ check }) => check)
  if (names.length === 0) return []
  const { env } = process
  const { directory, repository } = await directoryOf(task, process.cwd(), env)
  const catalog = await readCatalog(directory, env, repository)
  const { main, base } = catalog
  await requireApproval({ main, base }, { isYes: false, mayAsk: false, env, typed: "upnext verify" })
  const verified = await verify({
    client: {
      check: { report: (input) => call("check.report", input) },
      task: { heartbeat: (input) => call("task.heartbeat", input) },
    },
    right: claim,
    names,
    catalog,
    runsFresh: false,
    env,
    isPerson: false,
    output: { stdout: nowhere, stderr: nowhere },
    say: note,
    stop: new AbortController().signal,
  })
  return verified?.results ?? []
}

// --- internal ---

const nowhere = { push: () => Promise.resolve(), end: () => Promise.resolve() }
