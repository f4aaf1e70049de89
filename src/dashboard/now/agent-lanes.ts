import { nameKey } from "../../domain/wire/names.ts"
import type { AgentView } from "../api/types.ts"
import type { Card, State } from "../state/state.ts"

/** What an agent is doing, and whether it can be reached. */
export interface AgentLane {
  readonly agent: AgentView
  readonly is: "working" | "paused" | "idle" | "gone"
  /** What it is doing; what ends soonest first. */
  readonly tasks: readonly Card[]
}

/**
 * One lane for each agent, and for each person with work in progress: first those at work, whose lease ends soonest at
 * the top; then who is idle, paused or gone.
 */
export function lanesOf(
  agents: readonly AgentView[],
  { tasks, moment }: Pick<State, "tasks" | "moment">,
): AgentLane[] {
  const doing = [...tasks.values()].filter(({ status }) => status === "doing").sort(byEnd)
  const work = Map.groupBy(doing, ({ assignee }) => nameKey(assignee))
  return agents
    .map((agent): AgentLane => {
      const own = work.get(nameKey(agent.name)) ?? []
      return { agent, tasks: own, is: stateOf(agent, own.length > 0, moment !== null) }
    })
    .filter(({ agent, tasks: own }) => agent.kind === "agent" || own.length > 0)
    .sort((a, b) => order.indexOf(a.is) - order.indexOf(b.is) || byEnd(a.tasks[0], b.tasks[0]))
}

// --- internal ---

const order: readonly AgentLane["is"][] = ["working", "paused", "idle", "gone"]

/** Who was there in the past is not known. */
function stateOf({ paused, live }: AgentView, isWorking: boolean, isPast: boolean): AgentLane["is"] {
  if (paused !== null) return "paused"
  if (isWorking) return "working"
  return live || isPast ? "idle" : "gone"
}

function byEnd(a: Card | undefined, b: Card | undefined): number {
  return endOf(a).localeCompare(endOf(b))
}

/** A task without a lease is in no hurry. */
function endOf(task: Card | undefined): string {
  return task?.lease?.expiresAt ?? "9"
}
