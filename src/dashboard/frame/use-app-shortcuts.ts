import { placesFor } from "../components/places.ts"
import { useShortcuts } from "../page/keys.ts"
import { go, navigate, pathTo } from "../page/route.ts"
import { useApp } from "../state/context.ts"

/** The shortcuts that every view has. */
export function useAppShortcuts(): void {
  const { store } = useApp()
  const search = () => store.set({ searching: true })
  useShortcuts([
    { keys: "Ctrl-k", label: "Search tasks and commands", group: "Anywhere", run: search },
    {
      keys: "/",
      label: "Search, where there is no filter",
      group: "Anywhere",
      when: () => document.getElementById("filter") === null,
      run: search,
    },
    {
      keys: "n",
      label: "New task",
      group: "Anywhere",
      run: () => store.set({ creating: true }),
    },
    {
      keys: "?",
      label: "Keyboard shortcuts",
      group: "Anywhere",
      run: () => store.set({ helping: true }),
    },
    {
      keys: "Escape",
      label: "Close the task, or the dialog",
      group: "Anywhere",
      when: () => store.state.open !== null,
      run: () => navigate(null),
    },
    ...placesFor(store.state).map(({ id, name, key }) => ({
      keys: `g ${key}`,
      label: name,
      group: "Go to" as const,
      run: () => go(pathTo({ view: id, task: null })),
    })),
  ])
}
