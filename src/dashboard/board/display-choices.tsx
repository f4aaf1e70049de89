import type { ExportForm } from "../../domain/wire/exports/export-forms.ts"
import { groupings, type Grouping } from "../api/session.ts"
import { Icon } from "../components/icons.tsx"
import { Menu } from "../components/menu.tsx"
import { Select } from "../components/select.tsx"
import { Toggle } from "../components/toggle.tsx"
import { pathTo } from "../page/route.ts"
import { useApp } from "../state/context.ts"
import { exportNames, exportTasks } from "../state/export.ts"
import { isNarrow, searchOf } from "../state/filter.ts"
import type { State } from "../state/state.ts"
import { SavedViews } from "./saved-views.tsx"

const exportForms = Object.keys(exportNames) as ExportForm[]

const groupingNames: Readonly<Record<Grouping, string>> = {
  none: "No rows",
  assignee: "By agent",
  project: "By project",
  parent: "By parent",
  priority: "By priority",
}

/** How the board and the list are drawn: a saved view, rows, and the room that a card takes. */
export function DisplayChoices({ state, at }: { state: State; at: "board" | "list" }) {
  const app = useApp()
  const { store } = app
  const { grouping, density } = state
  return (
    <div class="display">
      <SavedViews address={pathTo({ view: at, task: null }) + searchOf(state)} />
      {at === "board" && (
        <Select
          class={`choice${grouping === "none" ? "" : " is-set"}`}
          aria-label="Grouping"
          value={grouping}
          choices={groupings.map((each) => [each, groupingNames[each]] as const)}
          onChange={(chosen) => store.set({ grouping: chosen })}
        />
      )}
      <Toggle
        name="Compact cards"
        icon="dense"
        isOn={density === "compact"}
        onChange={(on) => store.set({ density: on ? "compact" : "roomy" })}
      />
      <Menu
        label={isNarrow(state.filter) ? "Export the filtered tasks" : "Export all tasks"}
        isDisabled={state.moment !== null}
        choices={exportForms.map((form) => ({
          name: `Export as ${exportNames[form]}`,
          icon: <Icon name="download" />,
          choose: () => void exportTasks(app, form),
        }))}
      />
    </div>
  )
}
