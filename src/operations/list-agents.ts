import * as z from "zod"
import { Flag, paging } from "../domain/schemas.ts"
import { AgentView, page, PauseView } from "../domain/view-schemas.ts"
import { isLive } from "../domain/presence.ts"
import { nameKey } from "../domain/names.ts"
import { viewAgent, viewPause } from "../domain/agent-views.ts"
import { query } from "../operation.ts"

export const listAgents = query({
  name: "agent.list",
  summary: "List the agents that have been seen, by name",
  http: { method: "GET", path: "/agents" },
  input: z.strictObject({ live: Flag.optional().describe("1: only who was heard of lately"), ...paging }),
  output: z.object({ agents: z.array(AgentView), ...page, teamPaused: PauseView.nullable() }),

  read(board, { live, limit, cursor }, context) {
    const agents: AgentView[] = []
    for (const key of board.agentKeys.values(cursor === undefined ? undefined : nameKey(cursor))) {
      const agent = board.agents.get(key)
      if (!agent || (live !== undefined && isLive(context.presence.of(key), context.now) !== live)) continue
      agents.push(viewAgent(board, agent, context))
      if (agents.length > limit) break
    }
    const items = agents.slice(0, limit)
    return {
      agents: items,
      next: agents.length > limit ? (items.at(-1)?.name ?? null) : null,
      total: board.agents.size,
      teamPaused: viewPause(board.counters.teamPause),
    }
  },
})
