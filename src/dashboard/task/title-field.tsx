import { useLayoutEffect, useRef, useState } from "preact/hooks"
import type { TaskView } from "../api/types.ts"
import { useField } from "../state/drafts.ts"
import { Conflict, Unsaved } from "../components/conflict.tsx"

/** The heading of the panel; a click, or Enter on it, edits it. */
export function TitleField({ task }: { task: TaskView }) {
  const field = useField(task, "title", () => setOpen(false))
  const [isOpen, setOpen] = useState(field.isChanged)
  const area = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    if (isOpen) area.current?.focus({ preventScroll: true })
  }, [isOpen])
  useLayoutEffect(() => {
    if (!area.current) return
    area.current.style.height = "0"
    area.current.style.height = `${area.current.scrollHeight + 2}px`
  })

  if (!isOpen)
    return (
      <h2 class="panel-title">
        <button type="button" title="Edit the title" dir="auto" onClick={() => setOpen(true)}>
          {task.title}
        </button>
      </h2>
    )
  return (
    <div class="panel-title">
      <textarea
        ref={area}
        aria-label="Title"
        rows={1}
        value={field.text}
        onInput={(event) => field.set(event.currentTarget.value.replaceAll("\n", " "))}
        onBlur={() => void field.save()}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            event.preventDefault()
            event.currentTarget.blur()
          }
          if (event.key !== "Escape") return
          if (field.isChanged) return field.keep()
          event.stopPropagation()
          field.drop()
        }}
      />
      <Conflict field={field} />
      <Unsaved field={field} />
    </div>
  )
}
