import { groupings, type Grouping } from "../api/session.ts"
import { Toggle } from "../components/toggle.tsx"
import { pathTo } from "../page/route.ts"
import { useApp } from "../state/context.ts"
import { chooseDensity } from "../state/density.ts"
import { searchOf } from "../state/filter.ts"
import type { State } from "../state/state.ts"
import { SavedViews } from "./saved-views.tsx"

const groupingNames: Readonly<Record<Grouping, string>> = {
  none: "No rows",
  assignee: "By agent",
  project: "By project",
  parent: "By parent",
  priority: "By priority",
}

/** How the board and the list are drawn: a saved view, rows, and the room that a card takes. */
export function DisplayChoices({ state, at }: { state: State; at: "board" | "list" }) {
  const { store } = useApp()
  const { grouping, density } = state
  return (
    <div class="display">
      <SavedViews address={pathTo({ view: at, task: null }) + searchOf(state)} />
      {at === "board" && (
        <select
          class={`choice${grouping === "none" ? "" : " is-set"}`}
          aria-label="Grouping"
          value={grouping}
          onChange={({ currentTarget: { value } }) => store.set({ grouping: value as Grouping })}
        >
          {groupings.map((each) => (
            <option key={each} value={each}>
              {groupingNames[each]}
            </option>
          ))}
        </select>
      )}
      <Toggle
        name="Compact cards"
        icon="dense"
        isOn={density === "compact"}
        onChange={(on) => chooseDensity(store, on ? "compact" : "roomy")}
      />
    </div>
  )
}
