import type { Actions } from "../state/actions.ts"
import { createCarrying } from "./carry.ts"
import { whyNot } from "../state/access.ts"
import { isOver, type BoardColumn } from "./columns.ts"
import { cardAfter } from "./step.ts"
import { focusedTask, hasNoFocus } from "../page/keys.ts"
import type { Card } from "../state/state.ts"
import type { Store } from "../state/store.ts"
import { listen } from "../state/listen.ts"

interface BoardKeysOptions {
  readonly store: Store
  readonly actions: Actions
  /** The columns that are not folded, in the order shown. */
  columns(): readonly BoardColumn[]
  /** The row of the board that a task is in. */
  lane(task: Card): string
  order(id: string, before: string | null, tasks: readonly Card[]): Promise<void>
}

/**
 * Cards by keyboard. The arrows go from card to card, also to cards that are not drawn yet. Space picks up the card in
 * focus; then left and right choose a column, Space or Enter drops the card there, and Esc puts it back.
 */
export function listenToBoardKeys({ store, actions, columns, lane, order }: BoardKeysOptions): () => void {
  const { grab, carry, putDown } = createCarrying(store, actions)
  let last: string | undefined
  let moving = Promise.resolve()

  function onKey(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return
    if (document.querySelector("dialog[open]")) return
    const id = focusedTask()
    const { grabbed } = store.state
    if (event.shiftKey) {
      if (grabbed === null && id !== undefined && orderBy(id, event.key)) event.preventDefault()
      return
    }
    const isDone =
      grabbed !== null
        ? carry(grabbed, event.key)
        : event.key === " "
          ? id !== undefined && grab(id)
          : (id !== undefined || hasNoFocus()) && step(id ?? last, event.key)
    if (isDone) event.preventDefault()
  }

  function step(id: string | undefined, key: string): boolean {
    const next = cardAfter(columns(), id, key, lane)
    if (next) store.set({ wanted: next.id })
    return next !== undefined
  }

  function orderBy(id: string, key: string): boolean {
    const by = { ArrowUp: -1, ArrowDown: 1 }[key]
    const column = columns().find(({ tasks }) => tasks.some((task) => task.id === id))
    if (by === undefined || !column || isOver(column.status) || whyNot(store.state) !== null) return false
    // Each move goes on from where the one before has put the card.
    const move = () => moveBy(id, by)
    moving = moving.then(move, move)
    return true
  }

  async function moveBy(id: string, by: number): Promise<void> {
    const all = columns().find(({ tasks }) => tasks.some((task) => task.id === id))?.tasks ?? []
    const card = all.find((task) => task.id === id)
    const tasks = all.filter((task) => card && lane(task) === lane(card))
    const at = tasks.findIndex((task) => task.id === id)
    // Behind the next one is before the one after that.
    if (card) await order(id, tasks[Math.max(0, by < 0 ? at - 1 : at + 2)]?.id ?? null, tasks)
  }

  const onFocus = () => (last = focusedTask() ?? last)
  const onPointer = () => {
    if (store.state.grabbed !== null) putDown(store.state.grabbed)
  }
  return listen(document, { keydown: onKey, focusin: onFocus, pointerdown: onPointer })
}
