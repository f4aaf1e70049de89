import { useRef } from "preact/hooks"
import { columnNames } from "../words/move-words.ts"
import { Cell } from "./cell.tsx"
import { ColumnHead } from "./column-head.tsx"
import type { BoardColumn } from "./columns.ts"
import type { PartOfBoard } from "./hands.ts"

interface Props extends PartOfBoard {
  columns: readonly BoardColumn[]
  /** Another column is the one that a phone shows. */
  onInView(id: string | undefined): void
}

/** A board without rows. */
export function BoardColumns({ columns, onInView, ...rest }: Props) {
  return (
    <div
      class="board"
      data-density={rest.state.density}
      role="group"
      aria-label="Board"
      // Without a card a phone shows nothing in it that takes the focus, and it is wider than the window.
      tabIndex={columns.every((column) => column.tasks.length === 0) ? 0 : undefined}
      onScroll={({ currentTarget }) => onInView(columnInView(currentTarget))}
    >
      {columns.map((column) => (
        <Column key={column.id} column={column} {...rest} />
      ))}
    </div>
  )
}

// --- internal ---

/** A column of a board without rows. */
function Column({ column, state, hands, folds }: PartOfBoard & { column: BoardColumn }) {
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

/** The column that a phone shows: the one that begins nearest to the edge. */
function columnInView(board: HTMLElement): string | undefined {
  const columns = [...board.querySelectorAll<HTMLElement>("section[data-column]")]
  const distance = (column: HTMLElement) => Math.abs(column.offsetLeft - board.offsetLeft - board.scrollLeft)
  const isAtEnd = board.scrollLeft + board.clientWidth >= board.scrollWidth - 2
  const nearest = columns.reduce((a, b) => (distance(b) < distance(a) ? b : a))
  return (isAtEnd ? columns.at(-1) : nearest)?.dataset["column"]
}
