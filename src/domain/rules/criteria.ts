import { fail, type Issue } from "../../errors.ts"
import { nearest } from "../../nearest.ts"
import type { Board } from "../board/board.ts"
import { canonicalName } from "../board/find.ts"
import type { EventOf } from "../events/index.ts"
import { metBy, standsOn } from "../board/said/proof.ts"
import { requireByWord } from "./checks.ts"
import { factsOf } from "./moves.ts"
import { taskId } from "../wire/names.ts"
import type { Fields, Task } from "../board/records.ts"

/** A reference to a criterion: its text in any case, or its number from 1; and the evidence that it is met. */
interface CriterionClaim {
  readonly criterion: string | number
  readonly evidence?: string | null | undefined
}

/** The criteria that a request reports as met, each with its position in the request. */
export function claimsOf({ criteria = [] }: { readonly criteria?: readonly CriterionClaim[] | undefined }) {
  return criteria.map((claim, i) => ({ ...claim, path: `criteria.${i}.criterion` }))
}

/** What is known about the criteria of a task that is about to be created. */
type NewCriteria = Pick<Task, "n" | "checks"> & {
  readonly fields: Pick<Fields, "done_criteria" | "criteriaChecks">
}

/**
 * The events that check criteria off. There is no event for a criterion that is already checked off with the same
 * evidence.
 * @throws invalid_input with every criterion that the task does not have; `path` is its position in the input
 * @throws check_required
 */
export function meetCriteria(
  board: Board,
  task: Task | NewCriteria,
  claims: readonly (CriterionClaim & { readonly path: string })[],
  actor: string,
): EventOf<"task.checked">[] {
  const found = claims.map(({ criterion }) => findCriterion(task.fields.done_criteria, criterion))
  const unknown = claims.filter((_, i) => found[i] === undefined)
  if (unknown.length > 0) failUnknown(task, unknown)
  requireByWord(
    task,
    // It does no harm to report again what a check has proven.
    found.flatMap((text) => (text === undefined || ("proof" in task && metBy(task, text)) ? [] : text)),
  )
  // Of several claims about one criterion the last one counts.
  const evidenceOf = new Map(claims.map(({ evidence }, i) => [found[i] ?? "", evidence ?? null]))
  return [...evidenceOf].flatMap(([criterion, evidence]) => {
    if (standsOn(task, criterion) !== undefined) return []
    const known = task.checks.find((check) => check.criterion === criterion)
    if (known && known.evidence === evidence) return []
    const agent = canonicalName(board, actor)
    return [{ type: "task.checked", task: taskId(task.n), criterion, checked: true, agent, evidence }]
  })
}

/** The criterion of the task that the request means. @throws invalid_input */
export function requireCriterion(task: Task, criterion: string | number, path: string): string {
  return findCriterion(task.fields.done_criteria, criterion) ?? failUnknown(task, [{ criterion, path }])
}

/** The criteria that are not met, in their order. */
export function unmetCriteria(task: Task): string[] {
  return task.fields.done_criteria.filter((text) => !metBy(task, text))
}

/**
 * If the server or the task requires it, finished work must meet its criteria.
 * @param unmet the criteria that are left open after this request
 * @throws criteria_unmet
 */
export function requireCriteria(
  task: Task,
  unmet: readonly string[],
  policy: { criteria: "required" | "optional" },
): void {
  if (unmet.length === 0) return
  if (policy.criteria !== "required" && task.fields.metadata["criteria_required"] !== true) return
  const count = unmet.length === 1 ? "a criterion that is" : `${unmet.length} criteria that are`
  fail("criteria_unmet", {
    detail: `${taskId(task.n)} has ${count} not met: ${unmet.join("; ")}.`,
    facts: { ...factsOf(task), criteria: unmet },
  })
}

// --- internal ---

/** The texts are compared first, because a criterion's text may be a number. */
function findCriterion(criteria: readonly string[], asked: string | number): string | undefined {
  const text = String(asked).toLowerCase()
  const byNumber = /^\d+$/.test(text) ? criteria[Number(text) - 1] : undefined
  const byText =
    criteria.find((each) => each === asked) ?? criteria.find((each) => each.toLowerCase() === text)
  return typeof asked === "number" ? byNumber : (byText ?? byNumber)
}

function failUnknown(
  { n, fields: { done_criteria: criteria } }: Pick<NewCriteria, "n" | "fields">,
  unknown: readonly { readonly criterion: string | number; readonly path: string }[],
): never {
  const named = unknown
    .map(({ criterion: each }) => (/^\d+$/.test(String(each)) ? each : JSON.stringify(each)))
    .join(", ")
  const list = criteria.map((each, i) => `${i + 1}. ${each}`).join("; ")
  fail("invalid_input", {
    detail:
      criteria.length === 0
        ? `${taskId(n)} has no criteria.`
        : `${taskId(n)} has no criterion ${named}. Its criteria are: ${list}.`,
    facts: { task: taskId(n), field: "criterion" },
    errors: unknown.map(({ criterion, path }): Issue => {
      const meant = nearest(String(criterion), criteria)
      const guess = meant === undefined ? "" : `; did you mean ${JSON.stringify(meant)}?`
      return { path, message: `expected the text of a criterion, or its number${guess}`, received: criterion }
    }),
  })
}
