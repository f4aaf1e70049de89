import { placesFor } from "../components/places.ts"
import { isEditingText, subjectOf, useShortcuts, type Shortcut } from "../page/keys.ts"
import { goToView, navigate } from "../page/route.ts"
import { whyNot } from "../state/access.ts"
import { useApp, type App } from "../state/context.ts"
import { keyedProperties, propertyKeys } from "../words/property-keys.ts"

/** The shortcuts that every view has. */
export function useAppShortcuts(): void {
  const app = useApp()
  const { store } = app
  const search = () => store.set({ searching: true })
  useShortcuts([
    { keys: "Ctrl-k", label: "Search tasks and commands", group: "Anywhere", run: search },
    {
      keys: "/",
      label: "Search, on pages without a filter",
      group: "Anywhere",
      when: () => document.getElementById("filter") === null,
      run: search,
    },
    { keys: "n", label: "New task", group: "Anywhere", run: () => store.set({ creating: true }) },
    { keys: "?", label: "Keyboard shortcuts", group: "Anywhere", run: () => store.set({ helping: true }) },
    {
      keys: "Escape",
      label: "Close the task or the dialog",
      group: "Anywhere",
      when: () => store.state.open !== null,
      run: () => navigate(null),
    },
    ...changing(app),
    ...placesFor(store.state).map(({ id, name, key }) => ({
      keys: `g ${key}`,
      label: name,
      group: "Go to" as const,
      run: () => goToView(id),
    })),
  ])
}

// --- internal ---

/** Sets properties, deletes, and takes back. Who may not is not told of it. */
function changing({ store, actions }: App): Shortcut[] {
  // In a text field the browser takes back what was typed.
  const when = () => !isEditingText(document.activeElement)
  const group = "Anywhere"
  const subject = () => subjectOf(store.state)
  const hasSubject = () => subject().length > 0
  const mayUndo = whyNot(store.state, "command.undo") === null
  const undo = { label: "Undo your last change", group } as const
  const hasToast = () => (store.state.toast?.undo.length ?? 0) > 0
  const redo = { label: "Redo", group, when, run: () => actions.redo() } as const
  const shortcuts: readonly (Shortcut | false)[] = [
    mayUndo && { keys: "z", ...undo, when: hasToast, run: () => actions.undo(store.state.toast) },
    mayUndo && { keys: "Ctrl-z", ...undo, when, run: () => actions.undo() },
    mayUndo && { keys: "Ctrl-Shift-z", ...redo },
    mayUndo && { keys: "Ctrl-y", ...redo },
    ...keyedProperties.map(
      (property) =>
        whyNot(store.state) === null && {
          keys: propertyKeys[property].key,
          label: propertyKeys[property].name("the task"),
          group: "Task" as const,
          when: hasSubject,
          run: () => store.set({ searching: property }),
        },
    ),
    whyNot(store.state, "task.delete") === null && {
      keys: "Delete",
      label: "Delete the task",
      group: "Task",
      when: hasSubject,
      run() {
        const [one = null, ...others] = subject()
        if (others.length > 0) actions.tell("Tasks are deleted one at a time. Deselect the others first.")
        else store.set({ deleting: one })
      },
    },
  ]
  return shortcuts.filter((each) => each !== false)
}
