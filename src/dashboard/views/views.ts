import type { ComponentType } from "preact"
import type { IconName } from "../components/icons.tsx"
import { Activity } from "./activity.tsx"
import { BoardView } from "../board/view.tsx"
import { ListView } from "../board/list.tsx"
import { Flow } from "./flow.tsx"
import { NeedsYou } from "./needs-you.tsx"
import type { ViewProps } from "./props.ts"
import { Team } from "./team.tsx"

/** A view of the dashboard, with an address of its own: `/dashboard/<id>`. */
export interface View {
  /** Lower-case letters and dashes, because it is part of the address. */
  readonly id: string
  readonly name: string
  readonly icon: IconName
  /** The key that opens the view after `g`. */
  readonly key: string
  readonly body: ComponentType<ViewProps>
  /** The view that it is another form of. The navigation shows only that one. */
  readonly of?: string
}

/** All views, in the order of the navigation. */
export const views: readonly View[] = [
  { id: "board", name: "Board", icon: "board", key: "b", body: BoardView },
  { id: "list", name: "List", icon: "list", key: "l", body: ListView, of: "board" },
  { id: "needs-you", name: "Needs you", icon: "inbox", key: "n", body: NeedsYou },
  { id: "team", name: "Team", icon: "team", key: "t", body: Team },
  { id: "activity", name: "Activity", icon: "activity", key: "a", body: Activity },
  { id: "flow", name: "Flow", icon: "flow", key: "f", body: Flow },
]
