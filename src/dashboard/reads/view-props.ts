import type { NowView } from "../api/types.ts"
import { useCounts } from "./use-counts.ts"
import type { State } from "../state/state.ts"
import type { Reading } from "./use-read.ts"
import { useTeam, type Team } from "./use-team.ts"

/** What every view gets, and the navigation shows. */
export interface ViewProps {
  readonly state: State
  /** The part of the address that names the current view. */
  readonly at: string
  readonly team: Team
  /** The four numbers. */
  readonly counts: Reading<NowView>
}

export function useViewProps(state: State, at: string): ViewProps {
  const showsLanes = at === "board" || at === "now"
  return {
    state,
    at,
    team: useTeam(at === "team", at === "team" || showsLanes),
    counts: useCounts(state.name),
  }
}
