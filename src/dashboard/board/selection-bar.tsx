import type { RefObject } from "preact"
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import type { Changes, Status, TaskView } from "../api/types.ts"
import { focusedTask } from "../page/keys.ts"
import { listen } from "../state/listen.ts"
import { useApp } from "../state/context.ts"
import type { State } from "../state/state.ts"
import { statuses } from "../../domain/wire/enums.ts"
import { statusNames } from "../words/move-words.ts"
import { split } from "../words/split.ts"
import { priorityChoices } from "../components/icons.tsx"
import { PickOne } from "../components/pick-one.tsx"
import { choicesFrom, useAgents, useProjects } from "../components/sources.tsx"
import { submitWith } from "../components/submit-by-key.ts"

/** Changes all selected tasks together. */
export function SelectionBar({ state: { selected } }: { state: State }) {
  const { store, actions } = useApp()
  const bar = useRef<HTMLDivElement>(null)
  useTabOrder(bar)
  const change = (toChanges: (task: TaskView) => Changes) => void actions.editAll([...selected], toChanges)
  return (
    <div ref={bar} class="selection" role="group" aria-label="Change the selected tasks">
      <strong>{selected.size.toLocaleString()} selected</strong>
      <PickOne
        label="Move to"
        text="Move to…"
        from={statusSource}
        onPick={(status) => change(() => ({ status: status as Status }))}
      />
      <PickOne
        label="Assign to"
        text="Assign to…"
        none="Nobody"
        from={useAgents}
        onPick={(name) => change(() => ({ assignee: name || "unassigned" }))}
      />
      <PickOne
        label="Prioritise"
        text="Prioritise…"
        from={prioritySource}
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

const statusSource = choicesFrom(statuses.map((status) => [status, statusNames[status]]))
const prioritySource = choicesFrom(priorityChoices)

/** Tab leads from a selected card into the bar and on behind the card, as if the bar stood there; Shift-Tab leads back. */
function useTabOrder(bar: RefObject<HTMLElement | null>): void {
  const { store } = useApp()
  const from = useRef([...store.state.selected].at(-1) ?? "")
  const back = () => store.set({ wanted: from.current })
  useLayoutEffect(
    () => () => {
      // What was changed is no longer selected, and the bar goes with the focus.
      if (bar.current?.contains(document.activeElement) === true) back()
    },
    [],
  )
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== "Tab" || event.defaultPrevented || document.querySelector("dialog[open]")) return
      const controls = [...(bar.current?.querySelectorAll<HTMLElement>("input, button") ?? [])]
      const { activeElement } = document
      const id = focusedTask()
      if (!event.shiftKey && id !== undefined && store.state.selected.has(id)) {
        from.current = id
        controls[0]?.focus()
      } else if (event.shiftKey && activeElement === controls[0]) back()
      else {
        // The browser goes on from the card.
        if (!event.shiftKey && activeElement === controls.at(-1)) cardOf(from.current)?.focus()
        return
      }
      event.preventDefault()
    }
    return listen(document, { keydown: onKey })
  }, [])
}

const cardOf = (id: string) => document.querySelector<HTMLElement>(`#main [data-task="${id}"]`)

/** A field that is sent by Enter. */
function TagsField({ onSend }: { onSend(text: string): void }) {
  const [text, setText] = useState("")
  return (
    <form
      onSubmit={submitWith(() => {
        if (text.trim() !== "") onSend(text.trim())
        setText("")
      })}
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
  for (const each of split(text))
    if (each.startsWith("-")) tags.delete(each.slice(1).trim())
    else tags.add(each)
  return [...tags]
}
