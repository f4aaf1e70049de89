import { h, type ComponentType } from "preact"
import { BoardView } from "../board/view.tsx"
import { lazy, styled } from "../components/lazy.tsx"
import { places, type PlaceId } from "../components/places.ts"
import { later } from "./load-later.ts"
import type { ViewProps } from "../reads/view-props.ts"

interface View {
  readonly name: string
  readonly body: ComponentType<ViewProps>
}

/** The view at an address, `/dashboard/<id>`; undefined where there is none. */
export function viewAt(id: string): View | undefined {
  const place = places.find((each) => each.id === id)
  if (place) return { name: place.name, body: bodies[place.id] }
  return id === "import" ? { name: "Import", body: importView } : undefined
}

// --- internal ---

const view = (load: () => Promise<View["body"]>): View["body"] =>
  lazy(load, h("p", { class: "nothing" }, "This view could not be loaded. Reload the page."))

const bodies: Readonly<Record<PlaceId, View["body"]>> = {
  board: BoardView,
  list: view(() => later().then(({ ListView }) => ListView)),
  now: view(() => later().then(({ Wall }) => Wall)),
  "needs-you": view(() => later().then(({ NeedsYou }) => NeedsYou)),
  team: view(() => later().then(({ Team }) => Team)),
  activity: view(() => later().then(({ Activity }) => Activity)),
  flow: view(() => styled("flow.css", later()).then(({ Flow }) => Flow)),
  graph: view(() => styled("flow.css", later()).then(({ Graph }) => Graph)),
  trash: view(() => later().then(({ Trash }) => Trash)),
  accounts: view(() => styled("accounts.css", later()).then(({ Accounts }) => Accounts)),
}

/** Not in the navigation. */
const importView: View["body"] = view(() => styled("import.css", later()).then(({ Import }) => Import))
