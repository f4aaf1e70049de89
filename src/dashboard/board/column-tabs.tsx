import { columnNames, type ColumnId } from "../words/move-words.ts"
import type { State } from "../state/state.ts"
import { ColumnIcon, Count } from "./column-head.tsx"
import type { BoardColumn } from "./columns.ts"

interface Props extends Pick<State, "limits"> {
  columns: readonly BoardColumn[]
  inView: string | undefined
}

/** Leads a phone, which shows one column at a time, to each of them. */
export function ColumnTabs({ columns, limits, inView }: Props) {
  return (
    <nav class="tabs" aria-label="Columns">
      {columns.map((column) => (
        <button
          key={column.id}
          type="button"
          aria-current={column.id === inView ? "true" : undefined}
          onClick={() => scrollTo(column.id)}
        >
          <ColumnIcon id={column.id} />
          {columnNames[column.id]}
          <Count column={column} limit={limits[column.id]} />
        </button>
      ))}
    </nav>
  )
}

// --- internal ---

function scrollTo(id: ColumnId): void {
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches
  document
    .getElementById(`column-${id}`)
    ?.scrollIntoView({ behavior: isCalm ? "auto" : "smooth", inline: "start", block: "nearest" })
}
