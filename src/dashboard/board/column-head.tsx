import { counted } from "../words/format.ts"
import { columnNames, type ColumnId } from "../words/move-words.ts"
import { StatusIcon } from "../components/icons.tsx"
import type { BoardColumn } from "./columns.ts"

interface Props {
  column: BoardColumn
  /** How many cards it should hold at most. */
  limit: number | undefined
  isOpen: boolean
  onFold(id: ColumnId): void
}

/** The name of a column, which folds it, and how many cards it holds of those that it should hold at most. */
export function ColumnHead({ column, limit, isOpen, onFold }: Props) {
  const { id } = column
  return (
    <h2 class="column-head">
      <button type="button" class="fold" aria-expanded={isOpen} onClick={() => onFold(id)}>
        <ColumnIcon id={id} />
        <span class="column-name">{columnNames[id]}</span>
        {(isOpen || column.total > 0) && <Count column={column} limit={limit} />}
      </button>
    </h2>
  )
}

/** How many cards there are, as `8/6` where there should be no more than six. */
export function Count({
  column: { total, isPart },
  limit,
}: {
  column: BoardColumn
  limit?: number | undefined
}) {
  const isOver = limit !== undefined && total > limit
  return (
    <span class={`column-count${isOver ? " is-over" : ""}`}>
      {counted(total)}
      {isPart && "+"}
      {limit !== undefined && `/${limit}`}
      {isOver && <span class="unseen"> over its limit</span>}
    </span>
  )
}

export function ColumnIcon({ id }: { id: ColumnId }) {
  return (
    <span class="column-icon" aria-hidden="true">
      <StatusIcon status={id} />
    </span>
  )
}
