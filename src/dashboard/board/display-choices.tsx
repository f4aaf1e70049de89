import type { ExportForm } from "../../domain/wire/exports/export-forms.ts"
import type { Grouping } from "../api/session.ts"
import { Icon } from "../components/icons.tsx"
import { PickOne } from "../components/pick-one.tsx"
import { choicesFrom } from "../components/sources.tsx"
import { useApp } from "../state/context.ts"
import { exportNames, exportTasks } from "../state/export.ts"
import { isNarrow } from "../state/filter.ts"
import type { State } from "../state/state.ts"
import { columnNames, type ColumnId } from "../words/move-words.ts"
import { ColumnIcon } from "./column-head.tsx"
import type { BoardColumn } from "./columns.ts"
import type { Folds } from "./use-folds.ts"

/** The columns of a board, and which of them are folded. */
export interface ShownColumns {
  readonly columns: readonly BoardColumn[]
  readonly folds: Folds
}

const exportForms = Object.keys(exportNames) as ExportForm[]

const groupingNames: Readonly<Record<Grouping, string>> = {
  none: "None",
  assignee: "By agent",
  project: "By project",
  parent: "By parent",
  priority: "By priority",
}

/** How the board and the list are drawn, and what can be saved of them: rows, room, columns with their limits, exports. */
export function DisplayChoices({ state, shown }: { state: State; shown?: ShownColumns }) {
  const app = useApp()
  const { store } = app
  const { grouping, density, filter, moment } = state
  return (
    <>
      {shown && (
        <label class="choice-row">
          <span>Rows</span>
          <PickOne
            label="Grouping"
            text={groupingNames[grouping]}
            chosen={grouping}
            from={choicesFrom(Object.entries(groupingNames))}
            onPick={(chosen) => store.set({ grouping: chosen as Grouping })}
          />
        </label>
      )}
      <label class="choice-row">
        <span>Compact cards</span>
        <input
          type="checkbox"
          checked={density === "compact"}
          onChange={({ currentTarget }) =>
            store.set({ density: currentTarget.checked ? "compact" : "roomy" })
          }
        />
      </label>
      {shown && (
        <ul class="column-choices" aria-label="Columns">
          <li class="choice-row" aria-hidden="true">
            <span>Columns</span> <span>Card limit</span>
          </li>
          {shown.columns.map(({ id }) => (
            <li key={id} class="choice-row">
              <label>
                <input
                  type="checkbox"
                  checked={!shown.folds.isFolded(id)}
                  onChange={() => shown.folds.fold(id)}
                />
                <ColumnIcon id={id} />
                {columnNames[id]}
              </label>
              <LimitField id={id} limits={state.limits} />
            </li>
          ))}
        </ul>
      )}
      {moment === null && (
        <ul aria-label={isNarrow(filter) ? "Export the filtered tasks" : "Export all tasks"}>
          {exportForms.map((form) => (
            <li key={form}>
              <button type="button" class="quiet" onClick={() => void exportTasks(app, form)}>
                <Icon name="download" />
                Export as {exportNames[form]}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

// --- internal ---

/** How many cards a column should hold at most. */
function LimitField({ id, limits }: { id: ColumnId } & Pick<State, "limits">) {
  const { store } = useApp()
  return (
    <input
      type="number"
      aria-label={`Limit for ${columnNames[id]}`}
      min={1}
      max={9999}
      placeholder="no limit"
      value={limits[id] ?? ""}
      onInput={({ currentTarget }) => {
        const limit = Math.floor(Number(currentTarget.value))
        const { [id]: _, ...others } = limits
        store.set({ limits: limit > 0 ? { ...others, [id]: limit } : others })
      }}
    />
  )
}
