import * as z from "zod"
import { viewOneAgent } from "../domain/read-models/agent-view.ts"
import { hostEvents, joinEvents } from "../domain/rules/agents.ts"
import { AgentName, HostName, Session } from "../domain/wire/schemas.ts"
import { AgentView } from "../domain/wire/agents/agent-schemas.ts"
import { command } from "../operation.ts"

export const heartbeatAgent = command({
  name: "agent.heartbeat",
  summary: "Report that an agent is active, and where",
  description:
    "Only an agent's first contact is recorded as an event; later ones keep the agent live without a write.",
  http: { method: "POST", path: "/agents/{name}/heartbeat" },
  access: "work",
  input: z.strictObject({ name: AgentName, host: HostName.optional(), session: Session.optional() }),
  output: z.object({ agent: AgentView }),
  actor: "name",

  indexes: () => ["doing"],
  decide: (board, { name, host }) => [...joinEvents(board, [name]), ...hostEvents(board, host)],
  answer: (board, _, { name }, context) => viewOneAgent(board, name, context),
})
