import { columnNames } from "../words/move-words.ts"
import { ColumnHead } from "./column-head.tsx"
import type { BoardColumn } from "./columns.ts"
import type { PartOfBoard } from "./hands.ts"
import { Lane } from "./lane.tsx"
import type { Lane as LaneOf } from "./lanes.ts"

interface Props extends PartOfBoard {
  columns: readonly BoardColumn[]
  lanes: readonly LaneOf[]
}

/** A board with rows: the heads of its columns once, and the rows below them. */
export function BoardLanes({ columns, lanes, ...rest }: Props) {
  const { state, folds } = rest
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
        <Lane key={lane.key} lane={lane} {...rest} />
      ))}
    </div>
  )
}
