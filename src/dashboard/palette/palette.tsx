import { useEffect } from "preact/hooks"
import { Isolated } from "../components/isolated.tsx"
import type { State } from "../state/state.ts"
import type { Team } from "../reads/use-team.ts"
import { Dialog } from "../components/dialog.tsx"
import { Icon } from "../components/icons.tsx"
import { Refused } from "../components/refused.tsx"
import { usePalette } from "./use-palette.ts"
import type { Found } from "../reads/use-search.ts"
import { IconButton } from "../components/button.tsx"
import type { OptionGroup, PaletteOption } from "./options.tsx"

/** Finds a task, goes to a view or runs a command, by a few letters of its name. A command may ask for more. */
export function Palette({ state, team }: { state: State; team: Team }) {
  const palette = usePalette(state, team)
  const { step, isDeep, isStep, typed, found, groups, options, current } = palette

  useEffect(() => {
    if (current) document.getElementById(current.key)?.scrollIntoView({ block: "nearest" })
  }, [current?.key])

  return (
    <Dialog title="Search" class="palette" onClose={palette.close} onCancel={palette.back}>
      {isStep && (
        <p class="palette-step" id="palette-step">
          {isDeep && <IconButton icon="back" name="Back" onClick={palette.back} />}
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
          onInput={(event) => palette.type(event.currentTarget.value)}
          onKeyDown={palette.onKey}
          autoFocus
        />
      </label>
      {options.length > 0 && (
        <PaletteList groups={groups} current={current} onPick={palette.pick} onChoose={palette.choose} />
      )}
      {found.refusal && <Refused outcome={{ refusal: found.refusal }} />}
      <p class="palette-said muted small-text" role="status">
        {step.onTask
          ? sayFound(typed.trim(), found, options.length)
          : palette.isCut
            ? "There are more. Type to find them."
            : options.length === 0
              ? "Nothing found."
              : ""}
        {isDeep && <span class="palette-back">Esc goes back</span>}
      </p>
    </Dialog>
  )
}

// --- internal ---

/** What the search found, in words. */
function sayFound(text: string, { tasks, total, refusal, isSearching }: Found, shown: number): string {
  if (text === "") return "Type words from a task, or its number."
  if (isSearching) return "Searching…"
  if (refusal) return ""
  if (shown === 0) return "Nothing found."
  if (tasks.length === 0) return "No task found."
  if (total > tasks.length) return `The best ${tasks.length} of ${total.toLocaleString()} matches.`
  return tasks.length === 1 ? "1 task found." : `${tasks.length} tasks found.`
}

interface PaletteListProps {
  groups: readonly OptionGroup[]
  current: PaletteOption | undefined
  onPick(key: string): void
  onChoose(option: PaletteOption): void
}

/** What the palette offers, in groups. */
function PaletteList({ groups, current, onPick, onChoose }: PaletteListProps) {
  return (
    <div class="palette-list" id="palette-list" role="listbox" aria-label="Results">
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
              onPointerMove={() => onPick(option.key)}
              onClick={() => onChoose(option)}
            >
              {option.body}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
