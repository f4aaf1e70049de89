import { useRef } from "preact/hooks"
import { columnNames } from "../words/move-words.ts"
import { Cell } from "./cell.tsx"
import { ColumnHead } from "./column-head.tsx"
import type { BoardColumn } from "./columns.ts"
import type { PartOfBoard } from "./hands.ts"

interface Props extends PartOfBoard {
  column: BoardColumn
}

/** A column of a board without rows. */
export function Column({ column, state, hands, folds }: Props) {
  const { id, status, total, isPart } = column
  const area = useRef<HTMLElement>(null)
  const holds =
    state.grabbed !== null &&
    state.moved.get(state.grabbed) === status &&
    column.tasks.some((task) => task.id === state.grabbed)
  const isOpen = !folds.isFolded(id) || holds
  return (
    <section
      ref={area}
      class={["column", !isOpen && "is-folded", holds && "holds"].filter(Boolean).join(" ")}
      id={`column-${id}`}
      data-column={id}
      aria-label={`${columnNames[id]}, ${total}${isPart ? " or more" : ""}`}
    >
      <ColumnHead column={column} limit={state.limits[id]} isOpen={isOpen} onFold={folds.fold} />
      <Cell
        column={column}
        state={state}
        hands={hands}
        isFolded={!isOpen}
        onEnter={folds.enter}
        area={area}
      />
    </section>
  )
}
