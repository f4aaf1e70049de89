import * as z from "zod"
import starter from "../../assets/starter-team.json" with { type: "json" }
import { AgentView } from "../domain/wire/agents/agent-schemas.ts"
import { TaskView } from "../domain/wire/tasks/view-schemas.ts"
import { starterEvents } from "../domain/rules/starter-team.ts"
import { nameKey } from "../domain/wire/names.ts"
import { viewAgent } from "../domain/read-models/agent-view.ts"
import { viewTask } from "../domain/read-models/task-view.ts"
import { command } from "../operation.ts"

export const startTeam = command({
  name: "team.starter",
  summary: "Seed a starter team with sample tasks",
  description:
    "This adds agents with roles, and sample tasks for them in the project `sample`. A second call changes nothing.",
  http: { method: "POST", path: "/team/starter" },
  access: "manage",
  input: z.strictObject({}),
  output: z.object({
    agents: z.array(AgentView),
    tasks: z.array(TaskView).describe("tasks tagged `sample`, at most 50"),
    created: z.boolean(),
  }),

  indexes: () => ["doing", "tag"],
  decide: (board, _, { policy }) => starterEvents(board, starter, policy.host),
  answer(board, events, _, context) {
    const samples = [...(board.index.get("tag", "sample")?.values() ?? [])].slice(0, 50)
    return {
      agents: starter.agents
        .flatMap(({ name }) => board.agents.get(nameKey(name)) ?? [])
        .map((agent) => viewAgent(board, agent, context)),
      tasks: samples
        .flatMap((n) => board.tasks.get(n) ?? [])
        .map((task) => viewTask(board, task, context.now)),
      created: events.length > 0,
    }
  },
})
