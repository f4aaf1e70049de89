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
    const agents = [...board.agents.values()].map((agent) => ({ agent, key: nameKey(agent.name) }))
    agents.sort((a, b) => (a.key < b.key ? -1 : 1))
    const from = cursor === undefined ? agents : agents.filter(({ key }) => key > nameKey(cursor))
    const items = from.slice(0, limit).map(({ agent }) => viewAgent(agent))
    return {
      agents: items,
      next: from.length > limit ? (items.at(-1)?.name ?? null) : null,
      total: agents.length,
    }
  },
})
