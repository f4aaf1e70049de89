import { agentsIn } from "../wire/task-table.ts"
import { fail, type Issue, UpnextError } from "../../errors.ts"
import type { Board } from "../board/board.ts"
import { canonicalName } from "../board/find.ts"
import type { BoardEvent } from "../events/index.ts"
import type { Context } from "../context.ts"
import type { Status } from "../wire/enums.ts"
import { anonymous, nameKey, taskId } from "../wire/names.ts"
import { joinEvents, requireRealReviewer, type Namer } from "./agents.ts"
import { boundCriteria } from "./bound-criteria.ts"
import { requireLinked, requireNoCycle, type TaskLinks } from "./dependencies.ts"
import { dueByEta, newFields, type SentFields } from "./stored-fields.ts"

export type SentTask = SentFields & { readonly title: string; readonly status: Status }

/** Refuses a task that cannot be created on this board. @throws invalid_input, dependency_cycle */
export function requireCreatable(board: Board, sent: SentTask, actor: string): void {
  for (const check of checks) check(board, sent, actor)
  const { parent, blockedBy } = sent
  // Only its parent waits for a new task.
  if (parent != null) requireNoCycle(board, board.counters.task + 1, { parent, blockedBy: blockedBy ?? [] })
}

/** Everything for which `requireCreatable` would refuse a task, except cycles. */
export function creationIssues(board: Board, sent: SentTask, actor: string): Issue[] {
  const issues: Issue[] = []
  for (const check of checks)
    try {
      check(board, sent, actor)
    } catch (error) {
      if (!(error instanceof UpnextError && error.errors)) throw error
      issues.push(...error.errors)
    }
  return issues
}

/**
 * The events that create these tasks, with the next free numbers in order. Agents that are named for the first time
 * join.
 * @param links the links of each task, if they differ from those that were sent
 */
export function creationEvents(
  board: Board,
  tasks: readonly SentTask[],
  namer: Namer & Pick<Context, "now">,
  links: readonly TaskLinks[] = tasks,
): BoardEvent[] {
  const { actor, now } = namer
  const joins = joinEvents(
    board,
    tasks.flatMap((sent) => agentsIn({ ...sent, assignee: assigneeOf(sent, actor) })),
    namer,
  )
  const joined = new Map(
    joins.flatMap((event) =>
      event.type === "agent.joined" ? [[nameKey(event.agent.name), event.agent.name]] : [],
    ),
  )
  const spell = (name: string) => joined.get(nameKey(name)) ?? canonicalName(board, name)
  const createdBy = spell(actor)
  const created = tasks.map((sent, i): BoardEvent => {
    const assignee = assigneeOf(sent, actor)
    const { blockedBy, parent, discoveredFrom } = links[i] ?? sent
    const criteriaChecks = boundCriteria(sent.done_criteria ?? [], sent.criteriaChecks ?? {})
    const fields = newFields(
      {
        ...sent,
        ...dueByEta(sent),
        assignee,
        blockedBy: [...(blockedBy ?? [])],
        parent,
        discoveredFrom,
        criteriaChecks,
      },
      { createdBy, spell, now },
    )
    const task = taskId(board.counters.task + 1 + i)
    return { type: "task.created", task, fields, status: sent.status, reason: null }
  })
  return [...joins, ...created]
}

// --- internal ---

/** Each of them refuses a task for one reason. */
const checks: readonly ((board: Board, sent: SentTask, actor: string) => unknown)[] = [
  requireLinked,
  (board, { reviewer }) => requireRealReviewer(board, reviewer),
  (_, sent, actor) => requireAssignee(sent, actor),
  (_, { done_criteria, criteriaChecks }) => boundCriteria(done_criteria ?? [], criteriaChecks ?? {}),
]

/** A task that starts in doing belongs to its creator unless the request says otherwise. */
function assigneeOf({ assignee = null, status }: SentTask, actor: string): string | null {
  return assignee ?? (status === "doing" && actor !== anonymous ? actor : null)
}

function requireAssignee(sent: SentTask, actor: string): void {
  if (sent.status !== "doing" || assigneeOf(sent, actor) !== null) return
  fail("invalid_input", {
    detail: "A task cannot be in doing without an assignee.",
    facts: { field: "assignee" },
    errors: [{ path: "assignee", message: "is required with status doing" }],
  })
}
