import { h, type ComponentType } from "preact"
import { ListView } from "../board/list.tsx"
import { BoardView } from "../board/view.tsx"
import { lazy, styled } from "../components/lazy.tsx"
import { places, type PlaceId } from "../components/places.ts"
import type { ViewProps } from "../reads/view-props.ts"

interface View {
  readonly name: string
  readonly body: ComponentType<ViewProps>
}

/** The view at an address, `/dashboard/<id>`; undefined where there is none. */
export function viewAt(id: string): View | undefined {
  const place = places.find((each) => each.id === id)
  return place ? { name: place.name, body: bodies[place.id] } : lists.get(id)
}

// --- internal ---

const later = () => import("./later.ts")

const view = (load: () => Promise<View["body"]>): View["body"] =>
  lazy(load, h("p", { class: "nothing" }, "This view could not be loaded. Reload the page."))

const bodies: Readonly<Record<PlaceId, View["body"]>> = {
  board: BoardView,
  list: ListView,
  now: view(() => later().then(({ Wall }) => Wall)),
  "needs-you": view(() => later().then(({ NeedsYou }) => NeedsYou)),
  team: view(() => later().then(({ Team }) => Team)),
  activity: view(() => later().then(({ Activity }) => Activity)),
  flow: view(() => styled("flow.css", later()).then(({ Flow }) => Flow)),
  graph: view(() => styled("flow.css", later()).then(({ Graph }) => Graph)),
  trash: view(() => later().then(({ Trash }) => Trash)),
  accounts: view(() => styled("accounts.css", later()).then(({ Accounts }) => Accounts)),
}

/** Not in the navigation: the import, and the lists behind the numbers, each with a number that leads to it. */
const lists: ReadonlyMap<string, View> = new Map([
  [
    "import",
    { name: "Import", body: view(() => styled("import.css", later()).then(({ Import }) => Import)) },
  ],
  ["working", { name: "Working", body: view(() => later().then(({ Working }) => Working)) }],
  ["stuck", { name: "Stuck", body: view(() => later().then(({ Stuck }) => Stuck)) }],
  ["ready", { name: "Ready", body: view(() => later().then(({ Ready }) => Ready)) }],
])
