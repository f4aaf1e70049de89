import { focusedTask, useShortcuts, type Shortcut } from "../page/keys.ts"
import { navigate } from "../page/route.ts"
import { useApp } from "../state/context.ts"
import type { Card } from "../state/state.ts"

/**
 * `]` and `[` lead from the open task to the next one and the one before, or from card to card where none is open.
 * @param lists what is shown, each list in its order
 */
export function useStepping(lists: () => readonly (readonly Card[])[]): void {
  const { store } = useApp()
  const to = (keys: string, label: string, by: 1 | -1): Shortcut => {
    const beside = () => {
      const id = store.state.open?.id ?? focusedTask()
      const tasks = lists().flat()
      const at = tasks.findIndex((task) => task.id === id)
      return at === -1 ? undefined : tasks[at + by]?.id
    }
    return {
      ...{ keys, label, group: "Task", repeats: true },
      when: () => beside() !== undefined,
      run() {
        const id = beside() ?? null
        if (store.state.open) navigate(id)
        else store.set({ wanted: id })
      },
    }
  }
  useShortcuts([to("]", "Next task", 1), to("[", "Previous task", -1)])
}
