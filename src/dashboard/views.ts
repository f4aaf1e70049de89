import type { ComponentType } from "preact"
import type { IconName } from "./components/icons.tsx"
import type { State } from "./store.ts"
import { BoardView } from "./views/board.tsx"

/** A page of the dashboard, with an address of its own: `/dashboard/<id>`. */
export interface View {
  /** Small letters and dashes; it is the address. */
  readonly id: string
  readonly name: string
  readonly icon: IconName
  /** Goes there after `g`. */
  readonly key: string
  /** `lazy(() => import(…))` for all but the first. */
  readonly body: ComponentType<{ state: State }>
}

/** In the order of the navigation. */
export const views: readonly View[] = [
  { id: "board", name: "Board", icon: "board", key: "b", body: BoardView },
]
