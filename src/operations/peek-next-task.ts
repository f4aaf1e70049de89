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
  summary: "See the next task that is ready for an agent, without taking it",
  description:
    "It changes nothing, is never throttled and may be repeated. Where nothing is ready, `task` is null. `held` then tells a request with a `session` that does not wait what another session of the same agent holds. With `explain`, `paused` of the explanation says that the agent is paused.",
  http: { method: "GET", path: "/tasks/next" },
  access: "read",
  input: z.strictObject({
    agent: AgentName.optional().describe("who asks; without it, `task` is unassigned work in todo alone"),
    session: Session.optional(),
    project: Project.optional(),
    tags: many(Tag).describe("may be given several times; the task must carry all"),
    wait: Duration("1s", "60s")
      .optional()
      .describe("hold the request this long until something is ready, 1s to 60s"),
    compact: Flag.default(false).describe(
      "without the long texts, as in a list, unless `fields` names what to show",
    ),
    explain: Flag.default(false).describe("say why, and what was passed over"),
    fields: fieldsOf(TaskView),
  }),
  output: z.object({ task: TaskView.nullable(), held: HeldView.optional(), explain: ExplainView.optional() }),
  record: "task",
  shows: "task",
  longPoll: { wait: "wait", agent: "agent", isEmpty: ({ task }) => task === null },
  // How long another session has been silent changes with time alone.
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
    detail: `Name the agent that ${field} is about.`,
    facts: { field: "agent" },
    errors: [{ path: "agent", message: `is required with ${field}` }],
  })
}
