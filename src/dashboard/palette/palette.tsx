import { useEffect, useState } from "preact/hooks"
import { useApp } from "../state/context.ts"
import { Isolated } from "../components/isolated.tsx"
import { focusedTask } from "../page/keys.ts"
import { navigate } from "../page/route.ts"
import type { State } from "../state/state.ts"
import type { Team } from "../reads/use-team.ts"
import { Dialog } from "../components/dialog.tsx"
import { Icon } from "../components/icons.tsx"
import { Refused } from "../components/refused.tsx"
import type { PaletteStep } from "./choice.ts"
import { commandsOf } from "./commands.tsx"
import { groupsOf, type PaletteOption } from "./options.tsx"
import { stepFrom } from "../words/rank.ts"
import { subjectOf } from "./task-commands.tsx"
import { useSearch, type Found } from "./use-search.ts"

/** Finds a task, goes to a view or runs a command, by a few letters of its name. A command may ask for more. */
export function Palette({ state, team }: { state: State; team: Team }) {
  const app = useApp()
  const [subject] = useState(() => subjectOf(state, focusedTask()))
  const [steps, setSteps] = useState<readonly PaletteStep[]>([])
  const [typed, setTyped] = useState("")
  const [picked, setPicked] = useState<string | null>(null)
  const step = steps.at(-1) ?? {
    ...first,
    choices: () => commandsOf(app, team, subject),
  }
  const searched = step.onTask ? typed : ""
  const found = useSearch(searched, state.tasks)
  const { groups, isCut } = groupsOf(step, found.tasks, typed)
  const options = groups.flatMap((group) => group.options)
  const current = options.find(({ key }) => key === picked) ?? options[0]
  const close = () => app.store.set({ searching: false })

  useEffect(() => {
    if (current) document.getElementById(current.key)?.scrollIntoView({ block: "nearest" })
  }, [current?.key])

  function show(next: readonly PaletteStep[]) {
    setSteps(next)
    setTyped("")
    setPicked(null)
  }

  function choose(option: PaletteOption | undefined) {
    if (!option) return
    const next = option.choose()
    if (next === null) close()
    else show([...steps, next])
  }

  function back() {
    if (steps.length === 0) close()
    else show(steps.slice(0, -1))
  }

  function onKey(event: KeyboardEvent) {
    if (event.isComposing) return
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const keys = options.map(({ key }) => key)
    if (by !== undefined) setPicked(stepFrom(keys, current?.key ?? null, by))
    else if (event.key === "Enter") choose(current)
    else if (event.key === "Backspace" && typed === "" && steps.length > 0) back()
    else if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) close()
    else return
    event.preventDefault()
  }

  return (
    <Dialog title="Search" class="palette" onClose={close} onCancel={back}>
      {steps.length > 0 && (
        <p class="palette-step" id="palette-step">
          <button type="button" class="quiet square" aria-label="Back" onClick={back}>
            <Icon name="back" />
          </button>
          <Isolated text={step.title} />
        </p>
      )}
      <label class="palette-field">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label={step.title}
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={options.length > 0 ? "palette-list" : undefined}
          aria-activedescendant={current?.key}
          placeholder={step.placeholder}
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
      {options.length > 0 && (
        <div class="palette-list" id="palette-list" role="listbox" aria-label="What was found">
          {groups.map(({ name, hasHead, options }) => (
            <div key={name} role="group" aria-label={name}>
              {hasHead && (
                <p class="palette-head" aria-hidden="true">
                  {name}
                </p>
              )}
              {options.map((option) => (
                <div
                  key={option.key}
                  id={option.key}
                  class="palette-item"
                  role="option"
                  aria-selected={option === current}
                  // The focus stays in the field.
                  onMouseDown={(event) => event.preventDefault()}
                  onPointerMove={() => setPicked(option.key)}
                  onClick={() => choose(option)}
                >
                  {option.body}
                </div>
              ))}
            </div>
          ))}
        </div>
      )}
      {found.refusal && <Refused outcome={{ refusal: found.refusal }} />}
      <p class="palette-said muted small-text" role="status">
        {step.onTask
          ? sayFound(typed.trim(), found, options.length)
          : isCut
            ? "There are more. Type to see them."
            : options.length === 0
              ? "Nothing found."
              : ""}
        {steps.length > 0 && <span class="palette-back">Esc goes back</span>}
      </p>
    </Dialog>
  )
}

// --- internal ---

const first: Omit<PaletteStep, "choices"> = {
  title: "Search tasks and commands",
  placeholder: "Search tasks and commands",
  onTask({ id }) {
    navigate(id)
    return null
  },
}

/** What the search found, in words. */
function sayFound(text: string, { tasks, total, refusal, isSearching }: Found, shown: number): string {
  if (text === "") return "Type some words of a task, or its number."
  if (isSearching) return "Searching…"
  if (refusal) return ""
  if (shown === 0) return "Nothing found."
  if (tasks.length === 0) return "No task found."
  if (total > tasks.length) return `The best ${tasks.length} of ${total.toLocaleString()} tasks.`
  return tasks.length === 1 ? "1 task found." : `${tasks.length} tasks found.`
}
