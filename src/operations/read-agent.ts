import * as z from "zod"
import { viewAgent } from "../domain/agent-views.ts"
import { requireAgent } from "../domain/agents.ts"
import { AgentName } from "../domain/schemas.ts"
import { AgentView } from "../domain/view-schemas.ts"
import { query } from "../operation.ts"

export const readAgent = query({
  name: "agent.read",
  summary: "Read an agent: what it does, where and since when",
  http: { method: "GET", path: "/agents/{name}" },
  input: z.strictObject({ name: AgentName }),
  output: z.object({ agent: AgentView }),

  read: (board, { name }, context) => ({ agent: viewAgent(board, requireAgent(board, name), context) }),
})
