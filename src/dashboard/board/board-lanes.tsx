import { useEffect, useRef, useState } from "preact/hooks"
import { Avatar } from "../components/avatar.tsx"
import { Icon, PriorityIcon, priorityNames } from "../components/icons.tsx"
import type { Priority } from "../api/types.ts"
import { Cell } from "./cell.tsx"
import { columnNames } from "../words/move-words.ts"
import { ColumnHead } from "./column-head.tsx"
import type { BoardColumn } from "./columns.ts"
import type { PartOfBoard } from "./hands.ts"
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

// --- internal ---

/** How far from the visible part a row is drawn already, in px. */
const spare = "800px"

/** A row of the board. Its cards are in the page only while it is near the visible part. */
function Lane({ lane, state, hands, folds }: PartOfBoard & { lane: LaneOf }) {
  const { key, name, columns, open } = lane
  const isFolded = folds.isLaneFolded(key)
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
  const most = Math.max(...columns.map(({ id, tasks }) => (folds.isFolded(id) ? 0 : tasks.length)))
  return (
    <section class="lane" ref={ref} aria-label={`${name}, ${open} open`}>
      <h3 class="lane-head">
        <button type="button" class="fold" aria-expanded={!isFolded} onClick={() => folds.foldLane(key)}>
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
          {columns.map((column) => (
            <Cell
              key={column.id}
              column={column}
              state={state}
              hands={hands}
              isFolded={folds.isFolded(column.id)}
              onEnter={folds.enter}
              lane={lane}
            />
          ))}
        </div>
      )}
      {!isFolded && !isNear && !isWanted && <div style={{ height: `${Math.min(340, 20 + most * 96)}px` }} />}
    </section>
  )
}
