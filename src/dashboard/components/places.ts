import { may } from "../state/access.ts"
import type { State } from "../state/state.ts"
import type { IconName } from "./icons.tsx"

/** A view that the navigation leads to, with an address of its own: `/dashboard/<id>`. */
interface ViewPlace {
  /** Lower-case letters and dashes, because it is part of the address. */
  readonly id: PlaceId
  readonly name: string
  readonly icon: IconName
  /** The key that opens the view after `g`. */
  readonly key: string
  /** The view that it is another form of. The navigation shows only that one. */
  readonly of?: PlaceId
  /** What the navigation calls it together with those. */
  readonly together?: string
  /** It stands under one's own name. */
  readonly isRare?: true
}

export type PlaceId = (typeof all)[number]["id"]

const all = [
  { id: "board", name: "Board", icon: "board", key: "b" },
  { id: "list", name: "List", icon: "list", key: "l", of: "board" },
  { id: "now", name: "Full screen", icon: "expand", key: "w", of: "team" },
  { id: "needs-you", name: "Needs you", icon: "inbox", key: "n" },
  { id: "team", name: "Agents", icon: "team", key: "t" },
  { id: "activity", name: "Activity", icon: "activity", key: "a" },
  { id: "flow", name: "Flow", icon: "flow", key: "f", together: "Insights" },
  { id: "graph", name: "Graph", icon: "graph", key: "g", of: "flow" },
  { id: "trash", name: "Trash", icon: "trash", key: "x", isRare: true },
  { id: "accounts", name: "Accounts", icon: "key", key: "c", isRare: true },
] as const

/** In the order of the navigation. */
export const places: readonly ViewPlace[] = all

/** Those that are of use to who is here. Every view has its address all the same, and says why it is empty. */
export function placesFor({ access }: Pick<State, "access">): readonly ViewPlace[] {
  const offered: Partial<Record<PlaceId, boolean>> = {
    accounts: access?.required === true && access.role === "admin",
    trash: may({ access }, "task.restore"),
  }
  return places.filter(({ id }) => offered[id] ?? true)
}
