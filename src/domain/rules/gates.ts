import { withState } from "../board/tasks/task-record.ts"
import type { Task } from "../board/records.ts"
import type { Context } from "../context.ts"
import type { TaskFields } from "../events/index.ts"
import { fail } from "../../errors.ts"
import type { PersonSign, Status } from "../wire/enums.ts"
import { taskId } from "../wire/names.ts"
import { requireChecks } from "./checks.ts"
import { requireCriteria, unmetCriteria } from "./criteria.ts"
import { hasGivenUp } from "./failures.ts"
import { requireNotLeftToWorker } from "./left-to-worker.ts"
import { factsOf, isOwnReview, requireReflection } from "./moves.ts"

/** A move that ends work. */
interface Finishing {
  readonly to: Status
  readonly reflection?: string | undefined
  readonly met: readonly string[]
  readonly person: PersonSign | undefined
}

/**
 * The gates: criteria, checks, reflection and review (`docs/rules.md`). They apply only to the agent that does the work
 * or was the last to give it up; anyone else may make any move that the table of transitions allows.
 */
export function requireGates(
  task: Task,
  changes: Partial<TaskFields>,
  { to, reflection, met, person }: Finishing,
  context: Context,
): void {
  const finishes = to === "done" || to === "review"
  if (finishes && (task.status === "doing" || hasGivenUp(task, context.actor))) {
    requireNotLeftToWorker(task)
    const edited = withState(task, changes)
    const unmet = unmetCriteria(edited).filter((criterion) => !met.includes(criterion))
    requireCriteria(edited, unmet, context.policy)
    requireChecks(edited, context.policy)
    requireReflection(task, reflection, context.policy, person)
  }
  if (to === "done" && task.fields.reviewer !== null)
    fail("review_required", {
      detail: isOwnReview(task)
        ? `${taskId(task.n)} first needs a review by someone other than ${task.fields.reviewer}, who is doing the work.`
        : `${taskId(task.n)} first needs a review by ${task.fields.reviewer}.`,
      facts: factsOf(task),
    })
}
