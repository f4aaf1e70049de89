import * as z from "zod"
import { fieldsOf } from "../domain/wire/tasks/record-fields.ts"
import { AgentName } from "../domain/wire/schemas.ts"
import { ofPast } from "../domain/wire/time-schemas.ts"
import { NowView } from "../domain/wire/tasks/now-schema.ts"
import { nowView } from "../domain/read-models/now.ts"
import { query } from "../operation.ts"

export const readNow = query({
  name: "now.read",
  summary: "Count the tasks that are in progress, need you, are stuck, or are ready",
  description: "The server keeps these counts current. Each count is the length of one list of tasks.",
  http: { method: "GET", path: "/now" },
  access: "read",
  input: z.strictObject({
    agent: AgentName.optional().describe("the agent whose reviews and notices count as needing you"),
    ...ofPast,
    fields: fieldsOf(NowView),
  }),
  output: z.object({ now: NowView }),
  record: "now",
  past: "at",

  indexes: ({ agent }) => (agent === undefined ? ["attention"] : ["attention", "toReview"]),
  read: (board, { agent }, context) => ({ now: nowView(board, agent, context) }),
})
