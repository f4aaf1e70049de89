import * as z from "zod"
import { paging } from "../domain/schemas.ts"
import { AgentView, page } from "../domain/view-schemas.ts"
import { nameKey } from "../domain/names.ts"
import { viewAgent } from "../domain/views.ts"
import { query } from "../operation.ts"

export const listAgents = query({
  name: "agent.list",
  summary: "List the agents that have been seen, by name",
  http: { method: "GET", path: "/agents" },
  input: z.strictObject({ ...paging }),
  output: z.object({ agents: z.array(AgentView), ...page }),

  read(board, { limit, cursor }) {
    const agents: AgentView[] = []
    for (const key of board.agentKeys.values(cursor === undefined ? undefined : nameKey(cursor))) {
      const agent = board.agents.get(key)
      if (agent) agents.push(viewAgent(agent))
      if (agents.length > limit) break
    }
    const items = agents.slice(0, limit)
    return {
      agents: items,
      next: agents.length > limit ? (items.at(-1)?.name ?? null) : null,
      total: board.agents.size,
    }
  },
})
