import { call } from "../api/api.ts"
import type { AgentView, Host, Pause, Result } from "../api/types.ts"
import { useRead, type Reading } from "./use-read.ts"

interface TeamNow {
  readonly agents: readonly AgentView[]
  readonly hosts: readonly Host[]
  readonly paused: Pause | null
}

export type Team = Reading<TeamNow>

/** The team; presence is in no event, so while it is `shown` it is read again every 15 s. */
export function useTeam(shown: boolean): Team {
  return useRead("team", readTeam, {
    // Beside its own view only the pause is shown.
    isAbout: ({ type }) =>
      type !== "lease.renewed" && (shown || type.startsWith("team.") || type.startsWith("agent.")),
    every: shown ? 15_000 : undefined,
  })
}

// --- internal ---

async function readTeam(): Promise<Result<TeamNow>> {
  const [agents, hosts] = await Promise.all([
    call("agent.list", { limit: 500 }),
    call("host.list", { limit: 500 }),
  ])
  if ("refusal" in agents) return agents
  if ("refusal" in hosts) return hosts
  const value = {
    agents: agents.value.agents,
    hosts: hosts.value.hosts,
    paused: agents.value.teamPaused,
  }
  return { value, seq: agents.seq }
}
