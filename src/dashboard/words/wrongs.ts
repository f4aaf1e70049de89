import type { CheckState } from "../../domain/wire/checks/check-states.ts"
import type { TaskView } from "../api/types.ts"

/** Where a check stands, as it is said behind its name. */
export const checkWords: Readonly<Record<CheckState, string>> = {
  passed: "passed",
  failed: "failed",
  timed_out: "timed out",
  unknown: "is not defined where it was run",
  stale: "is stale: the files or the attempt changed",
  not_run: "was not run",
}

/** How a check is marked: it passed, it is red, or nothing is known of it. */
export const checkMarks = { passed: "✓", failed: "✗", timed_out: "✗", unknown: "✗", stale: "○", not_run: "○" }

/** The checks of a task that are red while it is worked on or waits for a decision, each with what it came to. */
export function redChecks({
  status,
  checkStates = [],
}: TaskView): readonly { readonly name: string; readonly words: string }[] {
  if (status !== "doing" && status !== "review") return []
  return checkStates
    .filter(({ state }) => checkMarks[state] === checkMarks.failed)
    .map(({ check, state }) => ({ name: check, words: `${check} ${checkWords[state]}` }))
}

/** What speaks against finished work, each as it stands behind "although"; the worst first. */
export function wrongsOf(task: TaskView): readonly string[] {
  const { checkStates = [], criteriaCount, criteriaMet } = task
  const open = criteriaCount - criteriaMet
  const unproven = checkStates.filter(({ state }) => checkMarks[state] === checkMarks.not_run)
  return [
    ...redChecks(task).map(({ words }) => words),
    ...conflictsOf(task).map((base) => `it conflicts with ${base}`),
    ...unproven.map(({ check, state }) => `${check} ${state === "stale" ? "is stale" : checkWords[state]}`),
    ...(open > 0 ? [open === 1 ? "1 criterion is open" : `${open} criteria are open`] : []),
  ]
}

/** The base with which the work of a task is in conflict, if it is. */
export function conflictsOf({ work }: Pick<TaskView, "work">): readonly string[] {
  return work?.conflicts?.length && !work.landed ? [work.base ?? "its base"] : []
}
