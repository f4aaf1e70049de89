import type { Actions } from "../state/actions.ts"
import type { BoardColumn } from "./columns.ts"
import { focusedTask, hasNoFocus } from "../page/keys.ts"
import { statuses } from "../../domain/wire/enums.ts"
import { statusNames } from "../words/move-words.ts"
import type { Card } from "../state/state.ts"
import type { Store } from "../state/store.ts"

interface BoardKeysOptions {
  readonly store: Store
  readonly actions: Actions
  /** The columns that are not folded, in the order shown. */
  columns(): readonly BoardColumn[]
  /** The row of the board that a task is in. */
  lane(task: Card): string
}

/**
 * Cards by keyboard. The arrows go from card to card, also to cards that are not drawn yet. Space picks up the card in
 * focus; then left and right choose a column, Space or Enter drops the card there, and Esc puts it back.
 */
export function listenToBoardKeys({ store, actions, columns, lane }: BoardKeysOptions): () => void {
  let last: string | undefined
  const say = (text: string) => store.set({ said: text })

  function onKey(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return
    if (document.querySelector("dialog[open]")) return
    const id = focusedTask()
    const { grabbed } = store.state
    const isDone =
      grabbed !== null
        ? carry(grabbed, event.key)
        : event.key === " "
          ? id !== undefined && grab(id)
          : (id !== undefined || hasNoFocus()) && step(id ?? last, event.key)
    if (isDone) event.preventDefault()
  }

  function grab(id: string): boolean {
    const task = store.state.tasks.get(id)
    if (!task || store.state.moment !== null) return false
    store.set({ grabbed: id })
    store.dispatch({ type: "placed", id, to: task.status })
    const place = statusNames[task.status]
    say(`${id} is held, in ${place}. Left and right choose a column, Space drops it, Escape puts it back.`)
    return true
  }

  function carry(id: string, key: string): boolean {
    const at = store.state.moved.get(id) ?? "todo"
    const by = { ArrowLeft: -1, ArrowRight: 1 }[key]
    if (by !== undefined) {
      const to = statuses[statuses.indexOf(at) + by] ?? at
      store.dispatch({ type: "placed", id, to })
      store.set({ wanted: id })
      say(`Over ${statusNames[to]}.`)
      return true
    }
    if (["ArrowUp", "ArrowDown"].includes(key)) return true
    const isDrop = key === " " || key === "Enter"
    if (!isDrop && key !== "Escape" && key !== "Tab") return false
    putDown(id)
    store.set({ wanted: id })
    const isBack = at === store.state.tasks.get(id)?.status
    if (isDrop && !isBack) void actions.move(id, at).then(() => refocus(id))
    else say(`${id} is back where it was.`)
    return key !== "Tab"
  }

  function putDown(id: string): void {
    store.set({ grabbed: null })
    store.dispatch({ type: "placed", id, to: null })
  }

  /** A card that changes its column becomes a new element, which would not have the focus. */
  function refocus(id: string): void {
    if (hasNoFocus()) store.set({ wanted: id })
  }

  function step(id: string | undefined, key: string): boolean {
    const steps: Record<string, readonly [number, number]> = {
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
    }
    const by = steps[key]
    if (!by) return false
    const full = columns().filter(({ tasks }) => tasks.length > 0)
    const x = full.findIndex(({ tasks }) => tasks.some((task) => task.id === id))
    const y = full[x]?.tasks.findIndex((task) => task.id === id) ?? 0
    const isBack = x !== -1 && focusedTask() === undefined
    const isSide = x !== -1 && !isBack && by[0] !== 0
    const next = isSide
      ? beside(full, x, y, by[0])
      : full[Math.max(0, x)]?.tasks[
          x === -1 ? 0 : isBack ? y : Math.min(Math.max(0, y + by[1]), (full[x]?.tasks.length ?? 1) - 1)
        ]
    if (next) store.set({ wanted: next.id })
    return next !== undefined
  }

  /** The card as far down in the next column; on a board with rows, in the next one that has cards in this row. */
  function beside(full: readonly BoardColumn[], x: number, y: number, by: number): Card | undefined {
    const card = full[x]?.tasks[y]
    if (!card) return undefined
    const inRow = (column: BoardColumn) => column.tasks.filter((task) => lane(task) === lane(card))
    const down = full[x] ? inRow(full[x]).indexOf(card) : 0
    const others = by > 0 ? full.slice(x + 1) : full.slice(0, x).reverse()
    const cards = others.map(inRow).find((each) => each.length > 0) ?? []
    return cards[Math.min(down, cards.length - 1)]
  }

  const onFocus = () => (last = focusedTask() ?? last)
  const onPointer = () => {
    if (store.state.grabbed !== null) putDown(store.state.grabbed)
  }
  document.addEventListener("keydown", onKey)
  document.addEventListener("focusin", onFocus)
  document.addEventListener("pointerdown", onPointer)
  return () => {
    document.removeEventListener("keydown", onKey)
    document.removeEventListener("focusin", onFocus)
    document.removeEventListener("pointerdown", onPointer)
  }
}
