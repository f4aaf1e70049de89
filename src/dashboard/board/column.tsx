import type { State } from "../state/state.ts"
import { columnNames, type ColumnId } from "../words/move-words.ts"
import { Cell } from "./cell.tsx"
import { ColumnHead } from "./column-head.tsx"
import type { BoardColumn } from "./columns.ts"
import type { BoardHands } from "./hands.ts"

interface Props {
  column: BoardColumn
  state: State
  isFolded: boolean
  hands: BoardHands
  onFold(id: ColumnId): void
}

/** A column of a board without rows. */
export function Column({ column, state, isFolded, hands, onFold }: Props) {
  const { id, status, total, isPart } = column
  const holds =
    state.grabbed !== null &&
    state.moved.get(state.grabbed) === status &&
    column.tasks.some((task) => task.id === state.grabbed)
  const isOpen = !isFolded || holds
  return (
    <section
      class={["column", !isOpen && "is-folded", holds && "holds"].filter(Boolean).join(" ")}
      id={`column-${id}`}
      data-column={id}
      aria-label={`${columnNames[id]}, ${total}${isPart ? " or more" : ""}`}
    >
      <ColumnHead column={column} limits={state.limits} isOpen={isOpen} onFold={onFold} />
      {isOpen && <Cell column={column} state={state} hands={hands} />}
    </section>
  )
}
