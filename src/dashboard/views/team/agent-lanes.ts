import { isSameName, nameKey } from "../../../domain/wire/names.ts"
import type { AgentView } from "../../api/types.ts"
import type { Card, State } from "../../state/state.ts"
import { byName } from "../../words/format.ts"

/** What a member of the team is doing, and whether it can be reached. */
export interface AgentLane {
  readonly agent: AgentView
  readonly isPerson: boolean
  readonly is: "working" | "paused" | "idle" | "gone"
  /** What it is doing, by number. */
  readonly tasks: readonly Card[]
}

/** One lane for each member, by name, so that no lane moves when its state changes. */
export function agentLanes(
  members: readonly AgentView[],
  { tasks, moment, name: me }: Pick<State, "tasks" | "moment" | "name">,
): AgentLane[] {
  const doing = [...tasks.values()]
    .filter(({ status }) => status === "doing")
    .sort((a, b) => byName(a.id, b.id))
  const work = Map.groupBy(doing, ({ assignee }) => nameKey(assignee))
  const byNames = [...members].sort((a, b) => byName(a.name, b.name))
  return byNames.map((agent): AgentLane => {
    const own = work.get(nameKey(agent.name)) ?? []
    // Whoever uses a dashboard is a person, even if the server does not know.
    const isPerson = agent.kind === "person" || isSameName(agent.name, me)
    return { agent, isPerson, tasks: own, is: stateOf(agent, own.length > 0, moment !== null) }
  })
}

// --- internal ---

/** Who was there in the past is not known. */
function stateOf({ paused, live }: AgentView, isWorking: boolean, isPast: boolean): AgentLane["is"] {
  if (paused !== null) return "paused"
  if (isWorking) return "working"
  return live || isPast ? "idle" : "gone"
}
