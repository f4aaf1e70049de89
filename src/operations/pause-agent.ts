import * as z from "zod"
import { viewOneAgent } from "../domain/read-models/agent-view.ts"
import { joinEvents } from "../domain/rules/agents.ts"
import { AgentName, Duration, Reason } from "../domain/wire/schemas.ts"
import { AgentView } from "../domain/wire/agents/agent-schemas.ts"
import { command } from "../operation.ts"
import { canonicalName } from "../domain/board/find.ts"

export const pauseAgent = command({
  name: "agent.pause",
  summary: "Pause an agent: offer it no work, for a set time or until it is resumed",
  description: "The agent may finish its work in progress.",
  http: { method: "POST", path: "/agents/{name}/pause" },
  access: "manage",
  input: z.strictObject({
    name: AgentName,
    for: Duration("1s", "52w").optional().describe("how long; default: until the agent is resumed"),
    reason: Reason.nullish(),
  }),
  output: z.object({ agent: AgentView }),

  indexes: () => ["doing"],
  decide: (board, input, context) => [
    ...joinEvents(board, [input.name], context),
    {
      type: "agent.paused",
      agent: canonicalName(board, input.name),
      until: input.for === undefined ? null : context.now + input.for,
      reason: input.reason ?? null,
    },
  ],
  answer: (board, _, { name }, context) => viewOneAgent(board, name, context),
})
