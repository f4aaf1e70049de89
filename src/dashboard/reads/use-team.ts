import { useEffect } from "preact/hooks"
import { all, call } from "../api/api.ts"
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

/** How often presence is read again: while the team is looked at, and where it is beside other things. */
const oftenMs = 15_000
const seldomMs = 20_000

/**
 * The team. Every view shows its names and its pause; some show more.
 * @param presence who is there: no event tells of it, so it is read again from time to time
 */
export function useTeam(hosts: boolean, presence: boolean): Team {
  const { store } = useApp()
  const team = useRead("team", () => readTeam(hosts), {
    isAbout: ({ type }) =>
      type !== "lease.renewed" && (hosts || type.startsWith("team.") || type.startsWith("agent.")),
    every: hosts ? oftenMs : presence ? seldomMs : undefined,
  })
  useEffect(() => {
    if (team.value) store.dispatch({ type: "team", agents: team.value.agents })
  }, [team.value])
  return team
}

// --- internal ---

async function readTeam(withHosts: boolean): Promise<ApiResult<TeamNow>> {
  let paused = null as TeamNow["paused"]
  const [agents, hosts] = await Promise.all([
    all("agents", async (page) => {
      const answer = await call("agent.list", page)
      if ("value" in answer) paused = answer.value.teamPaused
      return answer
    }),
    withHosts ? call("host.list", { limit: 500 }) : null,
  ])
  if ("refusal" in agents) return agents
  if (hosts && "refusal" in hosts) return hosts
  const value = { agents: agents.value, hosts: hosts?.value.hosts ?? null, paused }
  return { value, seq: agents.seq }
}
