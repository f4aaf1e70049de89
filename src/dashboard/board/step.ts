import { focusedTask } from "../page/keys.ts"
import type { Card } from "../state/state.ts"
import type { BoardColumn } from "./columns.ts"

const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/**
 * The card that an arrow leads to; undefined for another key, and where there is none.
 * @param id the card in focus, or the one that was last
 * @param lane the row of the board that a task is in
 */
export function cardAfter(
  columns: readonly BoardColumn[],
  id: string | undefined,
  key: string,
  lane: (task: Card) => string,
): Card | undefined {
  const by = steps[key]
  if (!by) return undefined
  const full = columns.filter(({ tasks }) => tasks.length > 0)
  const x = full.findIndex(({ tasks }) => tasks.some((task) => task.id === id))
  const y = full[x]?.tasks.findIndex((task) => task.id === id) ?? 0
  const isBack = x !== -1 && focusedTask() === undefined
  const isSide = x !== -1 && !isBack && by[0] !== 0
  return isSide
    ? beside(full, x, y, by[0], lane)
    : full[Math.max(0, x)]?.tasks[
        x === -1 ? 0 : isBack ? y : Math.min(Math.max(0, y + by[1]), (full[x]?.tasks.length ?? 1) - 1)
      ]
}

// --- internal ---

/** The card as far down in the next column; on a board with rows, in the next one that has cards in this row. */
function beside(
  full: readonly BoardColumn[],
  x: number,
  y: number,
  by: number,
  lane: (task: Card) => string,
): Card | undefined {
  const card = full[x]?.tasks[y]
  if (!card) return undefined
  const inRow = (column: BoardColumn) => column.tasks.filter((task) => lane(task) === lane(card))
  const down = full[x] ? inRow(full[x]).indexOf(card) : 0
  const others = by > 0 ? full.slice(x + 1) : full.slice(0, x).reverse()
  const cards = others.map(inRow).find((each) => each.length > 0) ?? []
  return cards[Math.min(down, cards.length - 1)]
}
