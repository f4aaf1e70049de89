import { useEffect } from "preact/hooks"
import { call } from "../api/api.ts"
import type { AgentView, HostView, PauseView, ApiResult } from "../api/types.ts"
import { useApp } from "../state/context.ts"
import { useRead, type Reading } from "./use-read.ts"

interface TeamNow {
  readonly agents: readonly AgentView[]
  /** Null if they were not read, because only the view of the team shows them. */
  readonly hosts: readonly HostView[] | null
  readonly paused: PauseView | null
}

export type Team = Reading<TeamNow>

/** The team. No event tells of presence, so while the view is `shown` it is read again every 15 s. */
export function useTeam(shown: boolean): Team {
  const { store } = useApp()
  const team = useRead("team", () => readTeam(shown), {
    // Other views show only the names and the pause.
    isAbout: ({ type }) =>
      type !== "lease.renewed" && (shown || type.startsWith("team.") || type.startsWith("agent.")),
    every: shown ? 15_000 : undefined,
  })
  useEffect(() => {
    if (team.value) store.dispatch({ type: "team", agents: team.value.agents })
  }, [team.value])
  return team
}

// --- internal ---

async function readTeam(isShown: boolean): Promise<ApiResult<TeamNow>> {
  const [agents, hosts] = await Promise.all([
    call("agent.list", { limit: 500 }),
    isShown ? call("host.list", { limit: 500 }) : null,
  ])
  if ("refusal" in agents) return agents
  if (hosts && "refusal" in hosts) return hosts
  const value = {
    agents: agents.value.agents,
    hosts: hosts?.value.hosts ?? null,
    paused: agents.value.teamPaused,
  }
  return { value, seq: agents.seq }
}
