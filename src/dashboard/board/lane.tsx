import type { ColumnId } from "../words/move-words.ts"
import { useEffect, useRef, useState } from "preact/hooks"
import type { State } from "../state/state.ts"
import { Avatar } from "../components/avatar.tsx"
import { Icon, PriorityIcon, priorityNames } from "../components/icons.tsx"
import type { Priority } from "../api/types.ts"
import { Cell } from "./cell.tsx"
import type { BoardHands } from "./hands.ts"
import type { Lane as LaneOf } from "./lanes.ts"

interface Props {
  lane: LaneOf
  state: State
  hands: BoardHands
  isFolded: boolean
  isColumnFolded(id: ColumnId): boolean
  onFold(key: string): void
}

/** How far from the visible part a row is drawn already, in px. */
const spare = "800px"

/** A row of the board. Its cards are in the page only while it is near the visible part. */
export function Lane({ lane, state, hands, isFolded, isColumnFolded, onFold }: Props) {
  const { key, name, columns, open } = lane
  const ref = useRef<HTMLElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!ref.current) return
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: ref.current.parentElement,
      rootMargin: spare,
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  const isWanted = columns.some(({ tasks }) => tasks.some(({ id }) => id === state.wanted))
  const most = Math.max(...columns.map(({ id, tasks }) => (isColumnFolded(id) ? 0 : tasks.length)))
  return (
    <section class="lane" ref={ref} aria-label={`${name}, ${open} open`}>
      <h3 class="lane-head">
        <button type="button" class="fold" aria-expanded={!isFolded} onClick={() => onFold(key)}>
          <Icon name="down" />
          {state.grouping === "assignee" && <Avatar name={key} isBeside />}
          {state.grouping === "priority" && (
            <span aria-hidden="true">
              <PriorityIcon priority={key as Priority} />
            </span>
          )}
          <span class="one-line">
            {state.grouping === "priority" ? priorityNames[key as Priority] : name}
          </span>
          <span class="column-count">{open}</span>
        </button>
      </h3>
      {!isFolded && (isNear || isWanted) && (
        <div class="lane-cells">
          {columns.map((column) =>
            isColumnFolded(column.id) ? (
              <div key={column.id} class="cell is-folded">
                <span class="column-count">{column.tasks.length > 0 && column.total}</span>
              </div>
            ) : (
              <Cell key={column.id} column={column} state={state} hands={hands} lane={lane} />
            ),
          )}
        </div>
      )}
      {!isFolded && !isNear && !isWanted && <div style={{ height: `${Math.min(340, 20 + most * 96)}px` }} />}
    </section>
  )
}
