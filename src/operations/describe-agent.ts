import * as z from "zod"
import { viewOneAgent } from "../domain/read-models/agent-view.ts"
import { requireDistinct } from "../domain/rules/agents.ts"
import { eachOnce } from "../domain/rules/stored-fields.ts"
import { nameKey } from "../domain/wire/names.ts"
import { ResourceName, Skill } from "../domain/wire/resources/resource-fields.ts"
import { AgentName, Description, Role } from "../domain/wire/schemas.ts"
import { AgentView } from "../domain/wire/agents/agent-schemas.ts"
import { command } from "../operation.ts"

export const describeAgent = command({
  name: "agent.describe",
  summary: "Add an agent to the list, or change its details",
  description: "Omitted fields stay as they are.",
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
    resources: ResourceName.array()
      .max(50, "must have at most 50 names")
      .nullish()
      .describe("resources that the agent uses for every task, such as a subscription"),
    skills: Skill.array()
      .max(50, "must have at most 50 skills")
      .nullish()
      .describe("what the agent can do; it is offered only tasks that need no other skills"),
  }),
  output: z.object({ agent: AgentView }),

  indexes: () => ["doing"],
  decide(board, input) {
    const known = board.agents.get(nameKey(input.name))
    const { name, kind, role, description, resources, skills } = known ?? { ...blank, name: input.name }
    const agent = {
      name,
      kind: input.kind ?? kind,
      role: input.role === undefined ? role : input.role,
      description: input.description === undefined ? description : input.description,
      resources: input.resources === undefined ? resources : eachOnce(input.resources),
      skills: input.skills === undefined ? skills : eachOnce(input.skills),
    }
    if (!known) requireDistinct(board, name)
    const isSame =
      known?.named !== true &&
      known &&
      Object.entries(agent).every(([key, value]) => isEqual(known[key as keyof typeof agent], value))
    return isSame ? [] : [{ type: "agent.joined", agent }]
  },
  answer: (board, _, { name }, context) => viewOneAgent(board, name, context),
})

// --- internal ---

const blank = { kind: "agent", role: null, description: null, resources: [], skills: [] } as const

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
