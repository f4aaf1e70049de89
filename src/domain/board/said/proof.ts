import type { CheckState } from "../../wire/checks/check-states.ts"
import type { CheckResult, CriterionCheck, Proof } from "../check-record.ts"
import { sayResult } from "../../wire/checks/summaries.ts"
import type { Fields, Task } from "../records.ts"
import { withState } from "../tasks/task-record.ts"

export interface Standing {
  readonly fields: Pick<Fields, "criteriaChecks">
}

/** The check that a criterion depends on. The criterion's text may be anything, for example `constructor`. */
export function standsOn({ fields: { criteriaChecks } }: Standing, text: string): string | undefined {
  return Object.hasOwn(criteriaChecks, text) ? criteriaChecks[text] : undefined
}

/** The names of all checks that prove a task: the checks that it names, and those that its criteria depend on. */
export function checksOf(task: { readonly fields: Proving }): string[] {
  const { namedChecks, criteriaChecks, done_criteria } = task.fields
  if (namedChecks.length === 0 && Object.keys(criteriaChecks).length === 0) return []
  const bound = done_criteria.flatMap((text) => standsOn(task, text) ?? [])
  return [...new Set([...namedChecks, ...bound])]
}

/**
 * Whether a result still counts for the task: it belongs to the attempt that is in progress or that finished the work,
 * and to the files that this attempt named last. The result of a new check counts only if a person ran it.
 */
export function counts(task: Task, result: CheckResult): boolean {
  const { proof, status, attemptAt } = task
  if (!proof || result.epoch !== epochOf(task)) return false
  if (status === "doing" && result.at < (attemptAt ?? 0)) return false
  if (result.epoch === proof.epoch && result.tree !== proof.tree) return false
  return !result.isNew || result.byPerson
}

/** Where the newest result of a check stands. */
export function stateOf(task: Task, check: string): CheckState {
  const newest = newestOf(task, check)
  if (!newest) return "not_run"
  return counts(task, newest) ? newest.status : "stale"
}

export function newestOf({ proof }: Pick<Task, "proof">, check: string): CheckResult | undefined {
  return proof?.results.find((result) => result.check === check)
}

/** The output of a passed check is of use to a reviewer, but to nobody once the task is closed. */
export function withoutPassedOutput(proof: Proof): Proof {
  const results = proof.results.map((result) =>
    result.status === "passed" && result.output !== "" ? { ...result, output: "" } : result,
  )
  return { ...proof, results }
}

/** The checks of a task that have not passed or whose result is stale. */
export function unprovenChecks(task: Task): string[] {
  return checksOf(task).filter((name) => stateOf(task, name) !== "passed")
}

/** Who or what reports that a criterion is met: its check, if it depends on one. */
export function metBy(task: Task, text: string): CriterionCheck | undefined {
  const check = standsOn(task, text)
  if (check === undefined) return task.checks.find(({ criterion }) => criterion === text)
  const newest = newestOf(task, check)
  if (newest?.status !== "passed" || !counts(task, newest)) return undefined
  return { criterion: text, by: newest.by, at: newest.at, evidence: sayResult(newest) }
}

/** The task as it will be once its attempt has named these files. */
export function withTree(task: Task, tree: string | null | undefined): Task {
  const { proof, epoch } = task
  return proof && tree != null ? withState(task, { proof: { ...proof, epoch, tree } }) : task
}

// --- internal ---

type Proving = Pick<Fields, "namedChecks" | "criteriaChecks" | "done_criteria">

/** The epoch of the attempt to which a task's results must belong; null: there is none. */
function epochOf({ status, epoch, lease, lastEnd, startedAt }: Task): number | null {
  if (status === "doing") return lease?.state === "offered" ? null : epoch
  if (status === "todo" || status === "blocked") return lease?.state === "expired" ? epoch : null
  // After a reopening, a task that was finished without an attempt is not proven by an earlier attempt. The end of one
  // that was sent back is the last one only if that was undone.
  const isFinished = lastEnd?.how === "completed" || lastEnd?.how === "changes_requested"
  const isOfThis = isFinished && startedAt !== null && lastEnd.at >= startedAt
  return isOfThis ? lastEnd.epoch : null
}
