import type { ComponentType } from "preact"
import type { IconName } from "../components/icons.tsx"
import { Activity } from "./activity.tsx"
import { BoardView } from "../board/view.tsx"
import { Flow } from "./flow.tsx"
import { NeedsYou } from "./needs-you.tsx"
import type { ViewProps } from "./props.ts"
import { Team } from "./team.tsx"

/** A page of the dashboard, with an address of its own: `/dashboard/<id>`. */
export interface View {
  /** Small letters and dashes; it is the address. */
  readonly id: string
  readonly name: string
  readonly icon: IconName
  /** Goes there after `g`. */
  readonly key: string
  readonly body: ComponentType<ViewProps>
}

/** In the order of the navigation. */
export const views: readonly View[] = [
  { id: "board", name: "Board", icon: "board", key: "b", body: BoardView },
  { id: "needs-you", name: "Needs you", icon: "inbox", key: "n", body: NeedsYou },
  { id: "team", name: "Team", icon: "team", key: "t", body: Team },
  { id: "activity", name: "Activity", icon: "activity", key: "a", body: Activity },
  { id: "flow", name: "Flow", icon: "flow", key: "f", body: Flow },
]
