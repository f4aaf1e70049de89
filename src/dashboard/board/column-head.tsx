import { useRef } from "preact/hooks"
import { useApp } from "../state/context.ts"
import type { State } from "../state/state.ts"
import { counted } from "../words/format.ts"
import { columnNames, type ColumnId } from "../words/move-words.ts"
import { Icon, StatusIcon } from "../components/icons.tsx"
import { Popover } from "../components/popover.tsx"
import type { BoardColumn } from "./columns.ts"

interface Props {
  column: BoardColumn
  limits: State["limits"]
  isOpen: boolean
  onFold(id: ColumnId): void
}

/** The name of a column, which folds it, and how many cards it holds of those that it should hold at most. */
export function ColumnHead({ column, limits, isOpen, onFold }: Props) {
  const { id } = column
  const limit = limits[id]
  return (
    <div class="column-head">
      <h2>
        <button type="button" class="fold" aria-expanded={isOpen} onClick={() => onFold(id)}>
          <ColumnIcon id={id} />
          <span class="column-name">{columnNames[id]}</span>
          <Count column={column} limit={limit} />
        </button>
      </h2>
      {isOpen && (
        <Popover label={`Limit for ${columnNames[id]}`} class="limit">
          {(close, popover) => <LimitForm id={id} limits={limits} popover={popover} onDone={close} />}
        </Popover>
      )}
    </div>
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
      {id === "waits" ? <Icon name="wait" /> : <StatusIcon status={id === "ready" ? "todo" : id} />}
    </span>
  )
}

// --- internal ---

interface LimitFormProps {
  id: ColumnId
  limits: State["limits"]
  popover: string
  onDone(): void
}

function LimitForm({ id, limits, popover, onDone }: LimitFormProps) {
  const { store } = useApp()
  const field = useRef<HTMLInputElement>(null)
  function save(event: Event) {
    event.preventDefault()
    const limit = Math.floor(Number(field.current?.value ?? ""))
    const { [id]: _, ...others } = limits
    store.set({ limits: limit > 0 ? { ...others, [id]: limit } : others })
    onDone()
  }
  return (
    <form class="menu-list limit-form" id={popover} onSubmit={save}>
      <label class="field">
        <span>At most</span>
        <input ref={field} type="number" min={1} max={9999} value={limits[id] ?? ""} placeholder="no limit" />
      </label>
      <button type="submit" class="primary">
        Set
      </button>
    </form>
  )
}
