import type { ComponentType } from "preact"
import type { IconName } from "../components/icons.tsx"
import { BoardView } from "../board/view.tsx"
import { ListView } from "../board/list.tsx"
import { lazy, styled } from "../components/lazy.tsx"
import type { ViewProps } from "./props.ts"

const Activity = lazy(() => import("./later.ts").then((module) => module.Activity))
const Team = lazy(() => import("./later.ts").then((module) => module.Team))
const Flow = lazy(() => styled("flow.css", import("./later.ts")).then((module) => module.Flow))
const Graph = lazy(() => styled("flow.css", import("./later.ts")).then((module) => module.Graph))
const NeedsYou = lazy(() => import("./later.ts").then((module) => module.NeedsYou))
const Now = lazy(() => import("./later.ts").then((module) => module.Now))
const numberLists = () => import("./later.ts")

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

/** The views of the navigation, in its order. */
export const views: readonly View[] = [
  { id: "board", name: "Board", icon: "board", key: "b", body: BoardView },
  { id: "list", name: "List", icon: "list", key: "l", body: ListView, of: "board" },
  { id: "now", name: "Now", icon: "clock", key: "w", body: Now },
  { id: "needs-you", name: "Needs you", icon: "inbox", key: "n", body: NeedsYou },
  { id: "team", name: "Team", icon: "team", key: "t", body: Team },
  { id: "activity", name: "Activity", icon: "activity", key: "a", body: Activity },
  { id: "flow", name: "Flow", icon: "flow", key: "f", body: Flow },
  { id: "graph", name: "Graph", icon: "graph", key: "g", body: Graph },
]

/** The lists behind the numbers. They have an address, and a number that leads to it. */
const lists: readonly Pick<View, "id" | "name" | "body">[] = [
  { id: "working", name: "Working", body: lazy(() => numberLists().then(({ Working }) => Working)) },
  { id: "stuck", name: "Stuck", body: lazy(() => numberLists().then(({ Stuck }) => Stuck)) },
  { id: "ready", name: "Ready", body: lazy(() => numberLists().then(({ Ready }) => Ready)) },
]

/** The view at an address; undefined where there is none. */
export function viewAt(id: string): Pick<View, "name" | "body"> | undefined {
  return [...views, ...lists].find((view) => view.id === id)
}
