import * as z from "zod"
import { fieldsOf } from "../domain/wire/tasks/record-fields.ts"
import { viewOneAgent } from "../domain/read-models/agent-view.ts"
import { AgentName } from "../domain/wire/schemas.ts"
import { ofPast } from "../domain/wire/time-schemas.ts"
import { AgentView } from "../domain/wire/agents/agent-schemas.ts"
import { query } from "../operation.ts"

export const readAgent = query({
  name: "agent.read",
  summary: "Read an agent: its work, its machine and its state",
  description: "`tasks` lists the tasks that the agent has in progress now.",
  http: { method: "GET", path: "/agents/{name}" },
  access: "read",
  input: z.strictObject({ name: AgentName, ...ofPast, fields: fieldsOf(AgentView) }),
  output: z.object({ agent: AgentView }),
  record: "agent",
  past: "at",
  refusals: ["agent_not_found"],

  indexes: () => ["doing"],
  read: (board, { name }, context) => viewOneAgent(board, name, context),
})
