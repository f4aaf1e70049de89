import type { ComponentChildren } from "preact"
import { useEffect, useState } from "preact/hooks"
import type { TaskView } from "../api/types.ts"
import { useApp } from "../state/context.ts"
import { idIn, rank, stepFrom, type Named } from "../palette.ts"
import { go, navigate, pathTo } from "./route.ts"
import type { Store } from "../state/store.ts"
import type { State } from "../state/state.ts"
import { views } from "../views/views.ts"
import { Dialog } from "../components/dialog.tsx"
import { Icon, StatusIcon } from "../components/icons.tsx"
import { Refused } from "../components/refused.tsx"
import { useSearch, type Found } from "./use-search.ts"

/** Finds a task, goes to a view or runs a command, by a few letters of its name. */
export function Palette({ state }: { state: State }) {
  const { store } = useApp()
  const [typed, setTyped] = useState("")
  const [picked, setPicked] = useState<string | null>(null)
  const found = useSearch(typed, state.tasks)
  const commands = rank(commandsOf(store), typed).map(toItem)
  const tasks = found.tasks.map(toTaskItem)
  const groups = [
    { name: "Tasks", items: tasks },
    { name: "Commands", items: commands },
  ].filter(({ items }) => items.length > 0)
  // A number means a task, so tasks come first. Words may be the name of a command, so commands come first.
  if (idIn(typed) === null) groups.reverse()
  const items = groups.flatMap((group) => group.items)
  const current = items.find(({ key }) => key === picked) ?? items[0]
  const close = () => store.dispatch({ type: "searching", searching: false })

  useEffect(() => {
    if (current) document.getElementById(current.key)?.scrollIntoView({ block: "nearest" })
  }, [current?.key])

  function choose(item: Item | undefined) {
    if (!item) return
    close()
    item.run()
  }

  function onKey(event: KeyboardEvent) {
    if (event.isComposing) return
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const keys = items.map(({ key }) => key)
    if (by !== undefined) setPicked(stepFrom(keys, current?.key ?? null, by))
    else if (event.key === "Enter") choose(current)
    else if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) close()
    else return
    event.preventDefault()
  }

  return (
    <Dialog title="Search" class="palette" onClose={close}>
      <label class="palette-field">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label="Search tasks and commands"
          aria-autocomplete="list"
          aria-expanded={items.length > 0}
          aria-controls={items.length > 0 ? "palette-list" : undefined}
          aria-activedescendant={current?.key}
          placeholder="Search tasks and commands"
          enterkeyhint="go"
          autocomplete="off"
          spellcheck={false}
          maxLength={200}
          value={typed}
          onInput={(event) => {
            setTyped(event.currentTarget.value)
            setPicked(null)
          }}
          onKeyDown={onKey}
          autoFocus
        />
      </label>
      {items.length > 0 && (
        <div class="palette-list" id="palette-list" role="listbox" aria-label="What was found">
          {groups.map(({ name, items }) => (
            <div key={name} role="group" aria-label={name}>
              <p class="palette-head" aria-hidden="true">
                {name}
              </p>
              {items.map((item) => (
                <div
                  key={item.key}
                  id={item.key}
                  class="palette-item"
                  role="option"
                  aria-selected={item === current}
                  // The focus stays in the field.
                  onMouseDown={(event) => event.preventDefault()}
                  onPointerMove={() => setPicked(item.key)}
                  onClick={() => choose(item)}
                >
                  {item.body}
                </div>
              ))}
            </div>
          ))}
        </div>
      )}
      {found.refusal && <Refused outcome={{ refusal: found.refusal }} />}
      <p class="palette-said muted small-text" role="status">
        {say(typed.trim(), found, items.length)}
      </p>
    </Dialog>
  )
}

// --- internal ---

interface Item {
  readonly key: string
  readonly body: ComponentChildren
  run(): void
}

interface PaletteCommand extends Named {
  readonly icon: ComponentChildren
  /** The shortcut that does the same. */
  readonly keys?: string
  run(): void
}

function commandsOf({ dispatch }: Store): PaletteCommand[] {
  return [
    ...views.map(({ id, name, icon, key }) => ({
      name: `Go to ${name}`,
      also: "open",
      icon: <Icon name={icon} />,
      keys: `g ${key}`,
      run: () => go(pathTo({ view: id, task: null })),
    })),
    {
      name: "New task",
      also: "create add",
      icon: <Icon name="plus" />,
      keys: "n",
      run: () => dispatch({ type: "creating", creating: true }),
    },
    {
      name: "Keyboard shortcuts",
      also: "help keys",
      icon: <Icon name="keyboard" />,
      keys: "?",
      run: () => dispatch({ type: "helping", helping: true }),
    },
    {
      name: "Change my name",
      also: "who am I user",
      icon: <Icon name="user" />,
      run: () => dispatch({ type: "asking", asking: "name" }),
    },
  ]
}

function toItem({ name, icon, keys, run }: PaletteCommand): Item {
  const body = (
    <>
      {icon}
      <span class="palette-name">{name}</span>
      <span class="palette-keys" aria-hidden="true">
        {keys?.split(" ").map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </span>
    </>
  )
  return { key: `palette-${name.toLowerCase().replaceAll(" ", "-")}`, body, run }
}

function toTaskItem({ id, title, status, project }: TaskView): Item {
  const body = (
    <>
      <StatusIcon status={status} />
      <span class="id">{id}</span>
      <span class="palette-name" dir="auto">
        {title}
      </span>
      {project !== "default" && <span class="chip project">{project}</span>}
    </>
  )
  return { key: `palette-${id}`, body, run: () => navigate(id) }
}

/** What the search found, in words. */
function say(text: string, { tasks, total, refusal, isSearching }: Found, shown: number): string {
  if (text === "") return "Type some words of a task, or its number."
  if (isSearching) return "Searching…"
  if (refusal) return ""
  if (shown === 0) return "Nothing found."
  if (tasks.length === 0) return "No task found."
  if (total > tasks.length) return `The best ${tasks.length} of ${total.toLocaleString()} tasks.`
  return tasks.length === 1 ? "1 task found." : `${tasks.length} tasks found.`
}
