import { monitorForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter"
import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import { listenToBoardKeys } from "./keys.ts"
import { columnsOf, firstReady, type BoardColumn } from "./columns.ts"
import { Column } from "./column.tsx"
import { ColumnHead, ColumnIcon, Count } from "./column-head.tsx"
import { FilterBar } from "./filter-bar.tsx"
import type { BoardHands } from "./hands.ts"
import { Lane } from "./lane.tsx"
import { laneKey, lanesOf } from "./lanes.ts"
import { SelectionBar } from "./selection-bar.tsx"
import { useServerFilter } from "./use-server-filter.ts"
import { useSelecting } from "./use-selecting.ts"
import { useApp } from "../state/context.ts"
import { useShortcuts } from "../page/keys.ts"
import { columnNames, type ColumnId } from "../words/move-words.ts"
import { session } from "../api/session.ts"
import type { State } from "../state/state.ts"

/** All tasks by their state. */
export function BoardView({ state }: { state: State }) {
  const { store, actions } = useApp()
  const { tasks, totals, moved, grouping, name, selected } = state
  const search = useServerFilter(state)
  const { filter, closed, found } = search
  // An empty column says why by the filter that it is drawn by.
  const shown: State = { ...state, filter }
  const columns = useMemo(
    () => columnsOf({ ...state, filter }, closed, found),
    [tasks, totals, moved, name, search],
  )
  const lanes = useMemo(
    () => (grouping === "none" ? null : lanesOf(columns, grouping, tasks, closed)),
    [columns, grouping, tasks, closed],
  )
  const next = useMemo(() => firstReady(tasks), [tasks])
  const [dragged, setDragged] = useState<string | null>(null)
  const [folded, fold] = useFolded()
  const [inView, setInView] = useState<string | undefined>("ready")
  const isFolded = (id: string) => folded.includes(id) && !isPhone()
  const isLaneFolded = (key: string) => folded.includes(`${grouping} ${key}`)
  const open = useRef<readonly BoardColumn[]>([])
  open.current = columns
    .filter(({ id }) => !isFolded(id))
    .map((column) => (lanes === null ? column : { ...column, tasks: inLanes(column) }))

  function inLanes({ id }: BoardColumn) {
    return (lanes ?? []).flatMap((lane) =>
      isLaneFolded(lane.key) ? [] : (lane.columns.find((each) => each.id === id)?.tasks ?? []),
    )
  }

  useEffect(
    () =>
      listenToBoardKeys({
        store,
        actions,
        columns: () => open.current,
        lane: (task) => laneKey(task, store.state.grouping),
      }),
    [store],
  )
  useEffect(
    () =>
      monitorForElements({
        onDragStart: ({ source }) => setDragged(String(source.data["task"])),
        onDrop: () => setDragged(null),
      }),
    [],
  )
  useEffect(() => {
    const isShown = open.current.some((column) => column.tasks.some(({ id }) => id === state.wanted))
    if (state.wanted !== null && !isShown) store.set({ wanted: null })
  }, [state.wanted])
  const select = useSelecting(() => open.current.map((column) => column.tasks))
  useShortcuts([
    { keys: "Arrows", label: "From card to card", group: "Board" },
    { keys: "Enter", label: "Open the card", group: "Board" },
    { keys: "Space", label: "Take the card, and drop it where the arrows led", group: "Board" },
  ])
  const hands: BoardHands = {
    dragged,
    next,
    isSearching: search.isSearching,
    select,
    drop(id, to, changes) {
      if (selected.has(id)) void actions.editAll([...selected], () => ({ ...changes, status: to }))
      else void actions.move(id, to, changes)
    },
  }

  return (
    <>
      <FilterBar state={state} at="board" search={search} />
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
            <Count column={column} limit={state.limits[column.id]} />
          </button>
        ))}
      </nav>
      {lanes === null ? (
        <div
          class="board"
          data-density={state.density}
          role="group"
          aria-label="Board"
          // Without a card a phone shows nothing in it that takes the focus, and it is wider than the window.
          tabIndex={columns.every((column) => column.tasks.length === 0) ? 0 : undefined}
          onScroll={({ currentTarget }) => setInView(columnInView(currentTarget))}
        >
          {columns.map((column) => (
            <Column
              key={column.id}
              column={column}
              state={shown}
              isFolded={isFolded(column.id)}
              hands={hands}
              onFold={fold}
            />
          ))}
        </div>
      ) : (
        <div class="board lanes" data-density={state.density}>
          <div class="lane-cells lanes-head">
            {columns.map((column) => (
              <div
                key={column.id}
                id={`column-${column.id}`}
                class={`cell${isFolded(column.id) ? " is-folded" : ""}`}
                title={isFolded(column.id) ? columnNames[column.id] : undefined}
              >
                <ColumnHead
                  column={column}
                  limits={state.limits}
                  isOpen={!isFolded(column.id)}
                  onFold={fold}
                />
              </div>
            ))}
          </div>
          {lanes.map((lane) => (
            <Lane
              key={lane.key}
              lane={lane}
              state={shown}
              hands={hands}
              isFolded={isLaneFolded(lane.key)}
              isColumnFolded={isFolded}
              onFold={(key) => fold(`${grouping} ${key}`)}
            />
          ))}
        </div>
      )}
      <SelectionBar state={state} />
    </>
  )
}

// --- internal ---

/** The columns and rows of which only the head is shown, remembered in this browser. */
function useFolded(): [readonly string[], (key: string) => void] {
  const [folded, setFolded] = useState<readonly string[]>(() => session.folded())
  return [
    folded,
    (key) => {
      const next = folded.includes(key) ? folded.filter((each) => each !== key) : [...folded, key]
      setFolded(next)
      session.setFolded(next)
    },
  ]
}

function isPhone(): boolean {
  return matchMedia("(max-width: 640px)").matches
}

function scrollTo(id: ColumnId): void {
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches
  document
    .getElementById(`column-${id}`)
    ?.scrollIntoView({ behavior: isCalm ? "auto" : "smooth", inline: "start", block: "nearest" })
}

/** The column that a phone shows: the one that begins nearest to the edge. */
function columnInView(board: HTMLElement): string | undefined {
  const columns = [...board.querySelectorAll<HTMLElement>("section[data-column]")]
  const distance = (column: HTMLElement) => Math.abs(column.offsetLeft - board.offsetLeft - board.scrollLeft)
  const isAtEnd = board.scrollLeft + board.clientWidth >= board.scrollWidth - 2
  const nearest = columns.reduce((a, b) => (distance(b) < distance(a) ? b : a))
  return (isAtEnd ? columns.at(-1) : nearest)?.dataset["column"]
}
