import type { State } from "../state/state.ts"
import { useNeeds, type Needs } from "./use-needs.ts"
import { useTeam, type Team } from "./use-team.ts"

/** What every view gets, and the navigation shows. */
export interface ViewProps {
  readonly state: State
  /** The part of the address that names the current view. */
  readonly at: string
  readonly team: Team
  readonly needs: Needs
}

export function useViewProps(state: State, at: string): ViewProps {
  return { state, at, team: useTeam(at === "team"), needs: useNeeds(state) }
}
