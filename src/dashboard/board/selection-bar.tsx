import { useState } from "preact/hooks"
import type { Changes, Status, TaskView } from "../api/types.ts"
import { useApp } from "../state/context.ts"
import type { State } from "../state/state.ts"
import { statuses } from "../../domain/wire/enums.ts"
import { statusNames } from "../words/move-words.ts"
import { priorityChoices } from "../components/icons.tsx"
import { PickOne } from "../components/pick-one.tsx"
import { PickList } from "../components/select.tsx"
import { useAgents, useProjects } from "../components/sources.tsx"

/** Changes all selected tasks together. */
export function SelectionBar({ state: { selected } }: { state: State }) {
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
      <PickOne
        label="Assign to"
        text="Assign to…"
        none="Nobody"
        from={useAgents}
        onPick={(name) => change(() => ({ assignee: name || "unassigned" }))}
      />
      <PickList
        label="Prioritise"
        text="Prioritise…"
        choices={priorityChoices}
        onPick={(priority) => change(() => ({ priority: priority }))}
      />
      <PickOne
        label="Set the project"
        text="Project…"
        none="default"
        from={useProjects}
        onPick={(project) => change(() => ({ project: project || null }))}
      />
      <TagsField onSend={(tags) => change((task) => ({ tags: tagged(task.tags, tags) }))} />
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

/** A field that is sent by Enter. */
function TagsField({ onSend }: { onSend(text: string): void }) {
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
        aria-label="Tags to add; a minus removes one"
        placeholder="Tags: bug, -later"
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
