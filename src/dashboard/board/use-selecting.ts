import { useRef } from "preact/hooks"
import { focusedTask, isTyping, useShortcuts } from "../page/keys.ts"
import { useApp } from "../state/context.ts"
import type { BoardHands } from "./hands.ts"
import type { Card } from "../state/state.ts"

/**
 * Several tasks to be changed together: `x` takes the one in focus or lets it go. Answers what a click does, which with
 * Shift also takes all between it and the last one, where both are in one list.
 * @param lists what is shown, each list in its order
 */
export function useSelecting(lists: () => readonly (readonly Card[])[]): BoardHands["select"] {
  const { store } = useApp()
  const last = useRef<string | null>(null)

  function toggle(id: string) {
    const ids = new Set(store.state.selected)
    if (!ids.delete(id)) ids.add(id)
    last.current = ids.has(id) ? id : null
    const count = ids.size.toLocaleString()
    store.set({ selected: ids, said: count === "1" ? "1 task selected." : `${count} tasks selected.` })
  }

  function selectAll(id: string) {
    const all = lists().find((tasks) => tasks.some((task) => task.id === id)) ?? []
    const ids = new Set([...store.state.selected, ...all.map((task) => task.id)])
    store.set({ selected: ids, said: `${ids.size.toLocaleString()} tasks selected.` })
  }

  useShortcuts([
    {
      keys: "x",
      label: "Select the task (to edit several at once)",
      group: "Board",
      when: () => focusedTask() !== undefined,
      run: () => toggle(focusedTask() ?? ""),
    },
    {
      keys: "Ctrl-a",
      label: "Select the whole column or list",
      group: "Board",
      when: () => !isTyping(document.activeElement) && focusedTask() !== undefined,
      run: () => selectAll(focusedTask() ?? ""),
    },
    {
      keys: "m",
      label: "Move the card to…",
      group: "Board",
      when: () => focusedTask() !== undefined,
      run: () => store.set({ moving: { id: focusedTask() ?? "", to: null, outcome: null } }),
    },
    { keys: "/", label: "Filter", group: "Board", run: () => document.getElementById("filter")?.focus() },
    {
      keys: "Escape",
      label: "Deselect all tasks",
      group: "Board",
      when: () => store.state.selected.size > 0,
      run: () => store.set({ selected: new Set() }),
    },
  ])

  return (id, isThrough) => {
    const list = lists().find((tasks) => tasks.some((task) => task.id === id)) ?? []
    const ids = list.map((task) => task.id)
    const isHeld = isThrough && last.current !== null && store.state.selected.has(last.current)
    const [from, to] = [isHeld ? ids.indexOf(last.current ?? "") : -1, ids.indexOf(id)]
    if (from === -1 || from === to) return toggle(id)
    const range = ids.slice(Math.min(from, to), Math.max(from, to) + 1)
    store.set({ selected: new Set([...store.state.selected, ...range]) })
  }
}
