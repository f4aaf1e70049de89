import * as z from "zod"
import { fieldsOf } from "../domain/wire/tasks/record-fields.ts"
import { explainNext } from "../domain/read-models/explain.ts"
import { heldByOtherSession, nextTask } from "../domain/rules/next.ts"
import { fail } from "../errors.ts"
import { unassigned } from "../domain/wire/names.ts"
import { AgentName, Duration, Flag, many, Project, Session, Tag } from "../domain/wire/schemas.ts"
import { ExplainView } from "../domain/wire/tasks/offer-schemas.ts"
import { HeldView, TaskView } from "../domain/wire/tasks/view-schemas.ts"
import { viewHeld, viewRecord } from "../domain/read-models/task-view.ts"
import { query } from "../operation.ts"

export const peekNextTask = query({
  name: "task.next",
  summary: "Show the next ready task for an agent, without taking it",
  description:
    "A peek changes nothing, is never throttled and may be repeated. If nothing is ready, `task` is null. If the request has a `session` and does not wait, `held` then shows what another session of the same agent holds. With `explain`, `paused` in the explanation describes the agent's pause.",
  http: { method: "GET", path: "/tasks/next" },
  access: "read",
  input: z.strictObject({
    agent: AgentName.optional().describe("who is asking; omitted: only unassigned work in todo"),
    session: Session.optional(),
    project: Project.optional(),
    tags: many(Tag).describe("tags that the task must have; may be given several times"),
    wait: Duration("1s", "60s").optional().describe("how long to wait for a ready task, 1s to 60s"),
    compact: Flag.default(false).describe("omit the long texts, as in a list, unless `fields` lists them"),
    explain: Flag.default(false).describe("explain the choice, and list the tasks passed over"),
    fields: fieldsOf(TaskView),
  }),
  output: z.object({ task: TaskView.nullable(), held: HeldView.optional(), explain: ExplainView.optional() }),
  record: "task",
  shows: "task",
  longPoll: { wait: "wait", agent: "agent", isEmpty: ({ task }) => task === null },
  // The passing of time alone changes how long another session has been silent.
  isStable: ({ held }) => held === undefined,

  indexes: ({ tags, explain }) => (explain ? ["tag", "doing", "by priority"] : tags ? ["tag"] : []),
  read(board, given, { now }) {
    const input = { ...given, agent: given.agent ?? unassigned }
    if (given.agent === undefined) requireNoAgentOf(given)
    const task = nextTask(board, input)
    const held = task || input.wait !== undefined ? undefined : heldByOtherSession(board, input)
    const form = input.compact && !input.fields ? "compact" : "whole"
    return {
      task: task ? viewRecord(board, task, form) : null,
      ...(held && { held: viewHeld(held, now) }),
      ...(input.explain && { explain: explainNext(board, input, task) }),
    }
  },
})

// --- internal ---

function requireNoAgentOf({ session, explain }: { session?: string | undefined; explain: boolean }): void {
  const field = session !== undefined ? "session" : explain ? "explain" : undefined
  if (field === undefined) return
  fail("invalid_input", {
    detail: `Give the name of the agent: ${field} requires it.`,
    facts: { field: "agent" },
    errors: [{ path: "agent", message: `is required with ${field}` }],
  })
}
