import { Column } from "./column.tsx"
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

/** The column that a phone shows: the one that begins nearest to the edge. */
function columnInView(board: HTMLElement): string | undefined {
  const columns = [...board.querySelectorAll<HTMLElement>("section[data-column]")]
  const distance = (column: HTMLElement) => Math.abs(column.offsetLeft - board.offsetLeft - board.scrollLeft)
  const isAtEnd = board.scrollLeft + board.clientWidth >= board.scrollWidth - 2
  const nearest = columns.reduce((a, b) => (distance(b) < distance(a) ? b : a))
  return (isAtEnd ? columns.at(-1) : nearest)?.dataset["column"]
}
