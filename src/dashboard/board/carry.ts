import { statuses } from "../../domain/wire/enums.ts"
import { hasNoFocus } from "../page/keys.ts"
import { whyNot } from "../state/access.ts"
import type { Actions } from "../state/actions.ts"
import type { Store } from "../state/store.ts"
import { columnOf } from "./columns.ts"
import { columnNames, placeOf } from "../words/move-words.ts"

/** A card that is carried by keyboard: picked up, led from column to column, and dropped or put back. */
export function createCarrying(store: Store, actions: Actions) {
  const say = (text: string) => store.set({ said: text })

  function grab(id: string): boolean {
    const task = store.state.tasks.get(id)
    if (!task || whyNot(store.state) !== null) return false
    store.set({ grabbed: id })
    store.dispatch({ type: "placed", id, to: task.status })
    say(
      `Picked up ${id} in ${placeOf(task)}. Left and right choose a column, Space drops the task, Escape cancels.`,
    )
    return true
  }

  function carry(id: string, key: string): boolean {
    const { tasks, moved } = store.state
    const at = moved.get(id) ?? "todo"
    const by = { ArrowLeft: -1, ArrowRight: 1 }[key]
    if (by !== undefined) {
      const to = statuses[statuses.indexOf(at) + by] ?? at
      store.dispatch({ type: "placed", id, to })
      store.set({ wanted: id })
      const task = tasks.get(id)
      if (task) say(`Over ${columnNames[columnOf(tasks, task, to)]}.`)
      return true
    }
    if (["ArrowUp", "ArrowDown"].includes(key)) return true
    const isDrop = key === " " || key === "Enter"
    if (!isDrop && key !== "Escape" && key !== "Tab") return false
    putDown(id)
    store.set({ wanted: id })
    const isBack = at === tasks.get(id)?.status
    if (isDrop && !isBack) void actions.move(id, at).then(() => refocus(id))
    else say(`${id} is back in its column.`)
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

  return { grab, carry, putDown }
}
