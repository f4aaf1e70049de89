import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import type { TaskView } from "../api/types.ts"
import { useField } from "../state/drafts.ts"
import type { FieldName } from "../state/fields.ts"
import { Button } from "./button.tsx"
import { Conflict } from "./conflict.tsx"
import { FileArea } from "./file-area.tsx"
import { MentionArea } from "./mention-area.tsx"
import { submitByKey, submitWith } from "./submit-by-key.ts"

interface Props {
  task: TaskView
  name: FieldName
  title: string
  /** The text of the button while the field is empty. */
  add: string
  hint: string
  rows: number
  /** Whether files can be put into it, which the task gets. */
  takesFiles?: boolean
  /** Draws the text while it is not edited. */
  children: ComponentChildren
}

/** A section of text that turns into an editor in its place. Unsaved text is there again when the editor is reopened. */
export function TextField({ task, name, title, add, hint, rows, takesFiles = false, children }: Props) {
  const field = useField(task, name, () => setOpen(false))
  const [isOpen, setOpen] = useState(field.isChanged)
  const area = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    if (isOpen) area.current?.focus({ preventScroll: true })
  }, [isOpen])
  const isEmpty = field.value === ""

  if (!isOpen)
    return (
      <section class="text-field">
        {!isEmpty && <h3>{title}</h3>}
        <Button
          icon={isEmpty ? "plus" : "pencil"}
          text={isEmpty && add}
          class={isEmpty ? "quiet add" : "quiet square edit"}
          aria-label={isEmpty ? add : `Edit: ${title}`}
          title={isEmpty ? undefined : "Edit"}
          onClick={() => setOpen(true)}
        />
        {children}
      </section>
    )
  const editor = {
    area,
    "aria-label": title,
    rows: Math.min(24, Math.max(rows, field.text.split("\n").length + 1)),
    value: field.text,
    onText: field.set,
    onKeyDown(event: KeyboardEvent) {
      submitByKey(event)
      // While there is unsaved text, Escape leaves the field as it is.
      if (event.key !== "Escape" || field.isChanged) return
      event.stopPropagation()
      setOpen(false)
    },
  }
  return (
    <section class="text-field">
      <h3>{title}</h3>
      <form onSubmit={submitWith(field.save)}>
        {takesFiles ? <FileArea of={task.id} {...editor} /> : <MentionArea {...editor} />}
        <Conflict field={field} />
        <div class="actions">
          <span class="muted small-text">{hint}</span>
          <Button text="Cancel" class="quiet" onClick={field.drop} />
          <Button type="submit" text="Save" disabled={field.isBusy || field.theirs !== null} />
        </div>
      </form>
    </section>
  )
}
