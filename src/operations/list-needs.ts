import * as z from "zod"
import { fieldsOf } from "../domain/wire/tasks/record-fields.ts"
import { needsPage } from "../domain/read-models/needs.ts"
import { AgentName, wholeInQuery } from "../domain/wire/schemas.ts"
import { NeedView } from "../domain/wire/tasks/needs-schema.ts"
import { ofPast } from "../domain/wire/time-schemas.ts"
import { query } from "../operation.ts"

export const listNeeds = query({
  name: "needs.list",
  summary: "List the tasks that are waiting for a person, and why",
  description: "Questions come first; the rest follow by priority, number of waiting tasks, and age.",
  http: { method: "GET", path: "/needs" },
  access: "read",
  input: z.strictObject({
    agent: AgentName.optional().describe("include this agent's reviews and notices"),
    limit: wholeInQuery(1, 500).default(50).describe("how many to return, 1–500; default 50"),
    ...ofPast,
    fields: fieldsOf(NeedView, "task"),
  }),
  output: z.object({
    needs: z.array(NeedView).describe("in the order to settle them"),
    total: z.int().describe("how many needs there are"),
    late: z
      .array(NeedView)
      .describe(
        "overdue tasks, and tasks back after a claim expired, that an agent can still finish; not counted",
      ),
  }),
  record: "needs",
  past: "at",

  indexes: ({ agent }) => (agent === undefined ? ["attention"] : ["attention", "toReview"]),
  read: (board, { agent, limit }, context) => needsPage(board, agent, limit, context),
})
