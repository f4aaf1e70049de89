import { monitorForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter"
import { useEffect, useRef, useState, useMemo } from "preact/hooks"
import { listenToBoardKeys } from "./keys.ts"
import { BoardColumns } from "./board-columns.tsx"
import { BoardLanes } from "./board-lanes.tsx"
import { type BoardColumn, columnsOf, firstReady } from "./columns.ts"
import { ColumnTabs } from "./column-tabs.tsx"
import { FilterBar } from "./filter-bar.tsx"
import type { BoardHands } from "./hands.ts"
import { laneKey, lanesOf } from "./lanes.ts"
import { look } from "./order.ts"
import { useFolds } from "./use-folds.ts"
import { useServerFilter, type ServerFilter } from "./use-server-filter.ts"
import { useSelecting } from "./use-selecting.ts"
import { useStepping } from "./use-stepping.ts"
import { useApp } from "../state/context.ts"
import { hasNoFocus, useShortcuts } from "../page/keys.ts"
import type { TaskView } from "../api/types.ts"
import type { State } from "../state/state.ts"

/** All tasks by their state. */
export function BoardView({ state }: { state: State }) {
  const { actions, store } = useApp()
  const { selected } = state
  const search = useServerFilter(state)
  const { columns, lanes, next } = useBoardCards(state, search)
  const dragged = useDragged()
  const folds = useFolds(state, dragged)
  const [inView, setInView] = useState<string | undefined>("ready")
  const open = columns
    .filter(({ id }) => !folds.isFolded(id))
    .map((column) => (lanes === null ? column : { ...column, tasks: inLanes(column) }))
  const order: BoardHands["order"] = async (id, before, cards) => {
    const { ranksOf } = await import("./ranks.ts")
    const place = look(cards, id, before)
    const ranks = ranksOf(place, id)
    const toRank = (task: TaskView) => ({ rank: ranks.get(task.id) ?? null })
    if (ranks.size > mostAtOnce)
      actions.tell(`Only the first ${mostAtOnce} cards of each priority can be ordered manually.`)
    else if (ranks.size === 0) actions.tell(`${id} stays within its priority: more urgent tasks come first.`)
    if (ranks.size === 0 || ranks.size > mostAtOnce) return
    const [above, below] = [place.own[place.at - 1], place.own[place.at]]
    const beside = below ? `above ${below.id}` : `below ${above?.id ?? ""}`
    await actions.editAll([...ranks.keys()], toRank, `${id} was moved ${beside}.`)
    if (hasNoFocus()) store.set({ wanted: id })
  }
  const select = useOpenCards(state, open, order)
  const hands: BoardHands = {
    dragged,
    next,
    isSearching: search.isSearching,
    select,
    drop(id, to, changes, why) {
      if (why !== null && !selected.has(id)) actions.tell(`${id} was not moved. ${why}`)
      else if (selected.has(id)) void actions.editAll([...selected], () => ({ ...changes, status: to }))
      else void actions.move(id, to, changes).then(() => hasNoFocus() && store.set({ wanted: id }))
    },
    order,
  }
  // An empty column says why by the filter that it is drawn by.
  const shown: State = { ...state, filter: search.filter }

  function inLanes({ id }: BoardColumn) {
    return (lanes ?? []).flatMap((lane) =>
      folds.isLaneFolded(lane.key) ? [] : (lane.columns.find((each) => each.id === id)?.tasks ?? []),
    )
  }

  return (
    <>
      <FilterBar state={state} at="board" search={search} shown={{ columns, folds }} />
      <ColumnTabs columns={columns} limits={state.limits} inView={inView} />
      {lanes === null ? (
        <BoardColumns columns={columns} state={shown} hands={hands} folds={folds} onInView={setInView} />
      ) : (
        <BoardLanes columns={columns} lanes={lanes} state={shown} hands={hands} folds={folds} />
      )}
    </>
  )
}

// --- internal ---

/** So many cards are given a rank at once: those above the one that is moved need one too. */
const mostAtOnce = 100

/** The task that is being dragged. */
function useDragged(): string | null {
  const [dragged, setDragged] = useState<string | null>(null)
  useEffect(
    () =>
      monitorForElements({
        onDragStart: ({ source }) => setDragged(String(source.data["task"])),
        onDrop: () => setDragged(null),
      }),
    [],
  )
  return dragged
}

/** The cards that are not folded away, worked by keyboard. Answers what Shift-click does. */
function useOpenCards(
  { wanted }: State,
  columns: readonly BoardColumn[],
  order: BoardHands["order"],
): BoardHands["select"] {
  const { store, actions } = useApp()
  const open = useRef(columns)
  open.current = columns
  const latest = useRef(order)
  latest.current = order
  useEffect(
    () =>
      listenToBoardKeys({
        store,
        actions,
        columns: () => open.current,
        lane: (task) => laneKey(task, store.state.grouping),
        order: (...asked) => latest.current(...asked),
      }),
    [store],
  )
  useEffect(() => {
    const isShown = open.current.some((column) => column.tasks.some(({ id }) => id === wanted))
    if (wanted !== null && !isShown) store.set({ wanted: null })
  }, [wanted])
  const lists = () => open.current.map((column) => column.tasks)
  const select = useSelecting(lists)
  useStepping(lists)
  useShortcuts([
    { keys: "Arrows", label: "Move between cards", group: "Board" },
    { keys: "Enter", label: "Open the card", group: "Board" },
    { keys: "Shift-Arrows", label: "Move the card up or down in its column", group: "Board" },
    { keys: "Space", label: "Pick up the card; arrow keys move it, Space drops it", group: "Board" },
  ])
  return select
}

/** The cards that fit the filter by column, and by row where the board has rows; and the task that is handed out next. */
function useBoardCards(state: State, search: ServerFilter) {
  const { tasks, totals, moved, grouping, name } = state
  const { filter, closed, found } = search
  const columns = useMemo(
    () => columnsOf({ ...state, filter }, closed, found),
    [tasks, totals, moved, name, search],
  )
  const lanes = useMemo(
    () => (grouping === "none" ? null : lanesOf(columns, grouping, tasks, closed)),
    [columns, grouping, tasks, closed],
  )
  const next = useMemo(() => firstReady(tasks), [tasks])
  return { columns, lanes, next }
}
