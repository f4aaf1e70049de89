import type { State } from "../state/state.ts"
import { columnNames } from "../words/move-words.ts"
import { ColumnHead } from "./column-head.tsx"
import type { BoardColumn } from "./columns.ts"
import type { BoardHands } from "./hands.ts"
import { Lane } from "./lane.tsx"
import type { Lane as LaneOf } from "./lanes.ts"
import type { Folds } from "./use-folds.ts"

interface Props {
  columns: readonly BoardColumn[]
  lanes: readonly LaneOf[]
  state: State
  hands: BoardHands
  folds: Folds
}

/** A board with rows: the heads of its columns once, and the rows below them. */
export function BoardLanes({ columns, lanes, state, hands, folds }: Props) {
  return (
    <div class="board lanes" data-density={state.density}>
      <div class="lane-cells lanes-head">
        {columns.map((column) => (
          <div
            key={column.id}
            id={`column-${column.id}`}
            class={`cell${folds.isFolded(column.id) ? " is-folded" : ""}`}
            title={folds.isFolded(column.id) ? columnNames[column.id] : undefined}
          >
            <ColumnHead
              column={column}
              limit={state.limits[column.id]}
              isOpen={!folds.isFolded(column.id)}
              onFold={folds.fold}
            />
          </div>
        ))}
      </div>
      {lanes.map((lane) => (
        <Lane key={lane.key} lane={lane} state={state} hands={hands} folds={folds} />
      ))}
    </div>
  )
}
