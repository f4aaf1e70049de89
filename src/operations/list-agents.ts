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
    let agents = [...board.agents.values()].map((agent) => ({ agent, key: nameKey(agent.name) }))
    if (live !== undefined)
      agents = agents.filter(({ key }) => isLive(context.presence.of(key), context.now) === live)
    agents.sort((a, b) => (a.key < b.key ? -1 : 1))
    const from = cursor === undefined ? agents : agents.filter(({ key }) => key > nameKey(cursor))
    const items = from.slice(0, limit).map(({ agent }) => viewAgent(board, agent, context))
    return {
      agents: items,
      next: from.length > limit ? (items.at(-1)?.name ?? null) : null,
      total: agents.length,
      teamPaused: viewPause(board.counters.teamPause),
    }
  },
})
