import type { ComponentType } from "preact"
import { Activity } from "./activity.tsx"
import { Flow } from "./flow.tsx"
import type { glyphs } from "./glyph.tsx"
import { NeedsYou } from "./needs-you.tsx"
import type { ViewProps } from "./props.ts"
import { Team } from "./team.tsx"

export interface View {
  /** Its part of the address: `/dashboard/team`. */
  readonly path: string
  readonly name: string
  /** Typed after `g`, it leads there. */
  readonly key: string
  readonly glyph: keyof typeof glyphs
  /** Null for the board, which the page itself knows. */
  readonly Page: ComponentType<ViewProps> | null
}

/** Every view, in the order of the navigation. */
export const views = [
  { path: "", name: "Board", key: "b", glyph: "board", Page: null },
  { path: "needs-you", name: "Needs you", key: "n", glyph: "inbox", Page: NeedsYou },
  { path: "team", name: "Team", key: "t", glyph: "team", Page: Team },
  { path: "activity", name: "Activity", key: "a", glyph: "activity", Page: Activity },
  { path: "flow", name: "Flow", key: "f", glyph: "flow", Page: Flow },
] as const satisfies readonly View[]

export function viewAt(path: string): View {
  return views.find((view) => view.path === path) ?? views[0]
}
