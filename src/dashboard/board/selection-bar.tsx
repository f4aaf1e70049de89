import { useState } from "preact/hooks"
import type { Changes, Status, TaskView } from "../api/types.ts"
import { useApp } from "../state/context.ts"
import type { State } from "../state/state.ts"
import { statuses } from "../../domain/wire/enums.ts"
import { statusNames } from "../words/move-words.ts"
import { priorityChoices } from "../components/icons.tsx"
import { PickList } from "../components/select.tsx"

/** Changes all selected tasks together. */
export function SelectionBar({ state: { selected, agents } }: { state: State }) {
  const { store, actions } = useApp()
  const change = (toChanges: (task: TaskView) => Changes) => void actions.editAll([...selected], toChanges)
  return (
    <div class="selection" role="group" aria-label="Change the selected tasks">
      <strong>{selected.size} selected</strong>
      <PickList
        label="Move to"
        text="Move to…"
        choices={statuses.map((status) => [status, statusNames[status]])}
        onPick={(status) => change(() => ({ status: status as Status }))}
      />
      <PickList
        label="Assign to"
        text="Assign to…"
        choices={[["unassigned", "Nobody"], ...[...agents.values()].map(({ name }) => [name, name] as const)]}
        onPick={(assignee) => change(() => ({ assignee }))}
      />
      <PickList
        label="Prioritise"
        text="Prioritise…"
        choices={priorityChoices}
        onPick={(priority) => change(() => ({ priority: priority }))}
      />
      <Words
        label="Tags to add; a minus removes one"
        placeholder="Tags: bug, -later"
        onSend={(tags) => change((task) => ({ tags: tagged(task.tags, tags) }))}
      />
      <Words
        label="Set the project"
        placeholder="Project"
        list="projects"
        onSend={(project) => change(() => ({ project }))}
      />
      <button
        type="button"
        class="quiet"
        aria-keyshortcuts="Escape"
        onClick={() => store.set({ selected: new Set() })}
      >
        Deselect <kbd aria-hidden="true">Esc</kbd>
      </button>
    </div>
  )
}

// --- internal ---

interface WordsProps {
  label: string
  placeholder: string
  list?: string
  onSend(text: string): void
}

/** A field that is sent by Enter. */
function Words({ label, placeholder, list, onSend }: WordsProps) {
  const [text, setText] = useState("")
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== "") onSend(text.trim())
        setText("")
      }}
    >
      <input
        aria-label={label}
        placeholder={placeholder}
        list={list}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
    </form>
  )
}

/** `bug, -later` adds one tag and takes the other away. */
function tagged(before: readonly string[], text: string): string[] {
  const tags = new Set(before)
  for (const each of text.split(",").map((part) => part.trim())) {
    if (each.startsWith("-")) tags.delete(each.slice(1).trim())
    else if (each !== "") tags.add(each)
  }
  return [...tags]
}
