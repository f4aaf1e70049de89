import type { CheckResult } from "../board/check-record.ts"
import { checksOf, counts, stateOf } from "../board/said/proof.ts"
import type { Task } from "../board/records.ts"
import type { CheckResultView } from "../wire/checks/check-schemas.ts"
import type { CheckState } from "../wire/checks/check-states.ts"
import { iso } from "../wire/time.ts"

/** The results of a task's checks, newest first. */
export function viewResults(task: Task): CheckResultView[] {
  return (task.proof?.results ?? []).map((result) => viewResult(task, result))
}

export function viewResult(task: Task, result: CheckResult): CheckResultView {
  const { check, status, exitCode, durationMs, output, tree, commit, branch, isClean } = result
  const { isNew, byPerson, epoch, by, at } = result
  return {
    ...{ check, status, counts: counts(task, result), exitCode, durationMs, output },
    ...{ tree, commit, branch, isClean, isNew, byPerson, epoch, by, at: iso(at) },
  }
}

/** Each check that proves a task, with its state; undefined if there is none. */
export function viewStates(task: Task): { check: string; state: CheckState }[] | undefined {
  const names = checksOf(task)
  return names.length === 0 ? undefined : names.map((check) => ({ check, state: stateOf(task, check) }))
}
