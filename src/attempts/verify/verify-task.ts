import type { Client } from "../../client/client.ts"
import type { OutputOf } from "../../client/contract.ts"
import { isByPerson } from "../../terminal/coding-agents.ts"
import { line, note, passOn, style } from "../../terminal/output.ts"
import { createStop } from "../processes/stop.ts"
import { requireApproval } from "./approval.ts"
import { readCatalog } from "./catalog.ts"
import { directoryOf } from "./task-directory.ts"
import { areProven, verify, type VerifiedChecks } from "./verify.ts"

export interface TaskToVerify {
  readonly client: Client
  readonly id: string
  /** Empty: all checks of the task. */
  readonly names: readonly string[]
  readonly isYes: boolean
  /** Standard output is for JSON. */
  readonly isJson: boolean
}

export interface VerifiedTask extends VerifiedChecks {
  /** 0: all checks have passed; 1: a check has not passed; more: stopped by a signal. */
  readonly status: number
}

/** Runs the checks of a task here and reports them. */
export async function verifyTask({ client, id, names, isYes, isJson }: TaskToVerify): Promise<VerifiedTask> {
  const { task } = await client.task.read({ id })
  const all = names.length > 0 ? [...new Set(names)] : checksOf(task)
  if (all.length === 0) {
    note(style.dim(`${task.id} lists no checks.`))
    return { results: [], status: 0 }
  }
  const { env } = process
  const { directory, repository } = await directoryOf(task, process.cwd(), env)
  const catalog = await readCatalog(directory, env, repository)
  if (catalog.root !== process.cwd() && directory !== process.cwd())
    note(style.dim(`In the tree of ${task.id}: ${line(directory)}`))
  const wanted = new Map([...catalog.fresh].filter(([name]) => all.includes(name)))
  const isKnown = all.some((name) => catalog.base.checks.has(name) || wanted.has(name))
  if (isKnown)
    await requireApproval({ ...catalog, fresh: wanted }, { isYes, env, typed: `upnext verify ${task.id}` })
  const { attempt } = catalog
  // In the tree of an attempt, a result belongs to that attempt, whoever holds the task under the same name now.
  const epoch = attempt && `T-${attempt.task}` === task.id ? { epoch: attempt.epoch } : {}
  const stop = createStop()
  const sink = (stream: NodeJS.WriteStream) => ({
    push: (part: Uint8Array) => passOn(stream, part),
    end: () => Promise.resolve(),
  })
  try {
    const verified = await verify({
      client,
      right: { id: task.id, ...epoch },
      names: all,
      catalog,
      env,
      isPerson: isByPerson(env),
      output: { stdout: sink(isJson ? process.stderr : process.stdout), stderr: sink(process.stderr) },
      say: note,
      stop: stop.asked,
      hurry: stop.hurried,
    })
    if (verified) return { ...verified, status: areProven(verified.results) ? 0 : 1 }
    note(style.yellow(`${line(task.id)}: stopped; the running check has no result.`))
    return { results: [], status: stop.status() ?? 1 }
  } finally {
    stop.close()
  }
}

// --- internal ---

/** An older server sends no states. */
function checksOf({ checkStates = [] }: OutputOf<"task.read">["task"]): string[] {
  return checkStates.map(({ check }) => check)
}
