import * as z from "zod"
import { fieldsOf } from "../domain/wire/tasks/record-fields.ts"
import { Flag, paging } from "../domain/wire/schemas.ts"
import { ofPast } from "../domain/wire/time-schemas.ts"
import { AgentView, PauseView } from "../domain/wire/agents/agent-schemas.ts"
import { page } from "../domain/wire/tasks/view-schemas.ts"
import { isLive } from "../domain/board/agents/presence.ts"
import { nameKey } from "../domain/wire/names.ts"
import { viewAgent, viewPause } from "../domain/read-models/agent-view.ts"
import { query } from "../operation.ts"

export const listAgents = query({
  name: "agent.list",
  summary: "List the known agents, by name",
  description:
    "An agent is listed after its first contact. `teamPaused` describes the pause of the whole team, if there is one.",
  http: { method: "GET", path: "/agents" },
  access: "read",
  input: z.strictObject({
    live: Flag.optional().describe("only agents heard from recently, or only the silent ones"),
    ...paging,
    ...ofPast,
    fields: fieldsOf(AgentView),
  }),
  output: z.object({ agents: z.array(AgentView), ...page, teamPaused: PauseView.nullable() }),
  record: "agents",
  past: "at",

  indexes: () => ["doing"],
  read(board, { live, limit, cursor }, context) {
    const isWanted = (key: string) =>
      live === undefined || isLive(context.presence.of(key), context.now) === live
    const items: AgentView[] = []
    let hasMore = false
    for (const key of board.agentKeys.values(cursor === undefined ? undefined : nameKey(cursor))) {
      const agent = board.agents.get(key)
      if (!agent || !isWanted(key)) continue
      hasMore = items.length === limit
      if (hasMore) break
      items.push(viewAgent(board, agent, context))
    }
    return {
      agents: items,
      next: hasMore ? (items.at(-1)?.name ?? null) : null,
      total: live === undefined ? board.agents.size : [...board.agentKeys.values()].filter(isWanted).length,
      teamPaused: viewPause(board.counters.teamPause),
    }
  },
})
