import { Icon, type IconName } from "../components/icons.tsx"
import { whyNot } from "../state/access.ts"
import type { App } from "../state/context.ts"
import { keyedProperties, propertyKeys, type KeyedProperty } from "../words/property-keys.ts"
import type { PaletteChoice, PaletteStep } from "./choice.tsx"
import { askProperty, setting, taskOf } from "./property-steps.tsx"

/** The commands about tasks. Where it is not clear which task is meant, that is asked first. */
export function taskCommands(app: App, subject: readonly string[]): PaletteChoice[] {
  const { store } = app
  const [what = ""] =
    subject.length === 1
      ? subject
      : [subject.length > 1 ? `${subject.length.toLocaleString()} tasks` : "a task"]
  const command = (next: (ids: readonly string[]) => PaletteStep | null) =>
    subject.length > 0 ? () => next(subject) : () => askTask(app, next)
  const isBlocked = subject.length > 0 && subject.every((id) => taskOf(store.state, id)?.status === "blocked")
  return [
    isBlocked && {
      name: `Unblock ${what}`,
      id: "unblock",
      icon: <Icon name="play" />,
      choose: setting(app, subject, () => ({ status: "todo" })),
    },
    ...keyedProperties.map((property) => ({
      name: propertyKeys[property].name(what),
      id: property,
      icon: <Icon name={icons[property]} />,
      keys: propertyKeys[property].key,
      choose: command((ids) => askProperty(app, property, ids)),
    })),
    subject.length <= 1 &&
      whyNot(store.state, "task.delete") === null && {
        name: `Delete ${what}…`,
        id: "delete",
        icon: <Icon name="trash" />,
        keys: "Delete",
        choose: command(([id]) => {
          // It is asked about once the palette is closed.
          if (id !== undefined) store.set({ deleting: id })
          return null
        }),
      },
  ].filter((each) => each !== false)
}

// --- internal ---

const icons: Readonly<Record<KeyedProperty, IconName>> = {
  assignee: "user",
  status: "board",
  priority: "alert",
  tags: "tag",
  dueAt: "clock",
  parent: "parts",
  blockedBy: "wait",
}

function askTask({ store }: App, next: (ids: readonly string[]) => PaletteStep | null): PaletteStep {
  return {
    title: "Which task?",
    placeholder: "Words from the task, or its number",
    choices: () => [],
    onTask(task) {
      store.dispatch({ type: "found", tasks: [task] })
      return next([task.id])
    },
  }
}
