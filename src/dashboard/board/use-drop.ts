import { dropTargetForElements } from "@atlaskit/pragmatic-drag-and-drop/element/adapter"
import type { RefObject } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import type { Changes } from "../api/types.ts"
import type { BoardColumn } from "./columns.ts"
import type { BoardHands } from "./hands.ts"
import { placeOf } from "./order.ts"

interface DropOptions extends Pick<BoardColumn, "status" | "tasks"> {
  readonly hands: BoardHands
  readonly changes: Changes
  /** Why what is dragged cannot be put here. */
  readonly why: string | null
  /** What is dropped here stays in the column, and gets another place in it. */
  readonly isOrdered: boolean
}

/** Takes cards that are dropped, and shows before which one they come to stand. */
export function useDrop(ref: RefObject<HTMLElement | null>, options: DropOptions) {
  const [isOver, setOver] = useState(false)
  const [dropBefore, setDropBefore] = useState<string | null>()
  const latest = useRef(options)
  latest.current = options
  useEffect(() => {
    if (!ref.current) return
    const element = ref.current
    const leave = () => {
      setOver(false)
      setDropBefore(undefined)
    }
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => source.data["task"] !== undefined,
      onDragEnter: () => setOver(true),
      onDragLeave: leave,
      onDrag({ source, location }) {
        const { isOrdered, tasks } = latest.current
        const below = belowPointer(element, location.current.input.clientY)
        setDropBefore(isOrdered ? placeOf(tasks, String(source.data["task"]), below) : undefined)
      },
      onDrop({ source, location }) {
        leave()
        const { isOrdered, hands, tasks, status, changes, why } = latest.current
        const id = String(source.data["task"])
        if (isOrdered) void hands.order(id, belowPointer(element, location.current.input.clientY), tasks)
        else hands.drop(id, status, changes, why)
      },
    })
  }, [])
  return { isOver, dropBefore }
}

// --- internal ---

/** The first card of which the middle is below the pointer; null: there is none. */
function belowPointer(cell: HTMLElement, y: number): string | null {
  const rows = [...cell.querySelectorAll<HTMLElement>("[data-row]")]
  const found = rows.find((row) => {
    const { top, height } = row.getBoundingClientRect()
    return top + height / 2 > y
  })
  return found?.dataset["row"] ?? null
}
