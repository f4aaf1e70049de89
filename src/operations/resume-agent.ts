import * as z from "zod"
import { viewOneAgent } from "../domain/read-models/agent-view.ts"
import { AgentName } from "../domain/wire/schemas.ts"
import { AgentView } from "../domain/wire/agents/agent-schemas.ts"
import { command } from "../operation.ts"
import { requireAgent } from "../domain/board/find.ts"

export const resumeAgent = command({
  name: "agent.resume",
  summary: "Offer a paused agent work again",
  description: "If the agent is not paused, nothing changes.",
  http: { method: "POST", path: "/agents/{name}/resume" },
  access: "manage",
  input: z.strictObject({ name: AgentName }),
  output: z.object({ agent: AgentView }),
  refusals: ["agent_not_found"],

  indexes: () => ["doing"],
  decide(board, input) {
    const { name, pause } = requireAgent(board, input.name)
    return pause ? [{ type: "agent.resumed", agent: name }] : []
  },
  answer: (board, _, { name }, context) => viewOneAgent(board, name, context),
})
