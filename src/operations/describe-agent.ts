import * as z from "zod"
import { viewAgent } from "../domain/read-models/agent-view.ts"
import { nameKey } from "../domain/wire/names.ts"
import { AgentName, Description, Role } from "../domain/wire/schemas.ts"
import { AgentView } from "../domain/wire/agent-schemas.ts"
import { command } from "../operation.ts"
import { requireAgent } from "../domain/board/find.ts"

export const describeAgent = command({
  name: "agent.describe",
  summary: "Put an agent on the list, or say what it is and does",
  description: "Fields that are not sent stay as they are.",
  http: { method: "PUT", path: "/agents/{name}" },
  access: "work",
  input: z.strictObject({
    name: AgentName,
    kind: z
      .enum(["agent", "person"], { error: "expected agent or person" })
      .optional()
      .describe("a program or a person"),
    role: Role.nullish(),
    description: Description.nullish(),
  }),
  output: z.object({ agent: AgentView }),

  indexes: () => ["doing"],
  decide(board, input) {
    const known = board.agents.get(nameKey(input.name))
    const { name, kind, role, description } = known ?? {
      name: input.name,
      kind: "agent" as const,
      role: null,
      description: null,
    }
    const agent = {
      name,
      kind: input.kind ?? kind,
      role: input.role === undefined ? role : input.role,
      description: input.description === undefined ? description : input.description,
    }
    const isSame = known && kind === agent.kind && role === agent.role && description === agent.description
    return isSame ? [] : [{ type: "agent.joined", agent }]
  },
  answer: (board, _, { name }, context) => ({
    agent: viewAgent(board, requireAgent(board, name), context),
  }),
})
