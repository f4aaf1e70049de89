import { useLayoutEffect, useRef, useState } from "preact/hooks"
import type { TimeField } from "../../domain/wire/task-table.ts"
import type { TaskView } from "../api/types.ts"
import { useField } from "../state/drafts.ts"
import { full, moment } from "../words/format.ts"
import { Conflict, Unsaved } from "./conflict.tsx"

interface Props {
  task: TaskView
  name: TimeField
  label: string
  isAsked?: boolean
}

/** A time, shown in the reader's format until it is edited, since an empty field of the browser shows only a mask. */
export function DateField({ task, name, label, isAsked = false }: Props) {
  const field = useField(task, name, () => setOpen(false))
  const [isOpen, setOpen] = useState(isAsked || field.isChanged)
  const [isLeftByKey, setLeftByKey] = useState(false)
  const isAskedFor = useRef(isAsked) // stays false where a draft that could not be saved opened the field
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (isOpen && isAskedFor.current) input.current?.focus({ preventScroll: true })
    if (!isOpen && isLeftByKey) button.current?.focus({ preventScroll: true })
  }, [isOpen])

  if (!isOpen) {
    const iso = task[name]
    const said = iso === null ? "None" : moment(iso)
    return (
      <button
        ref={button}
        type="button"
        class={`quiet value${iso === null ? "" : " is-set"}`}
        aria-label={`${label}: ${said}`}
        title={iso === null ? "Set a date" : full(iso)}
        onClick={() => {
          isAskedFor.current = true
          setOpen(true)
        }}
      >
        {said}
      </button>
    )
  }
  return (
    <>
      <input
        ref={input}
        type="datetime-local"
        aria-label={label}
        autocomplete="off"
        value={field.text}
        onInput={(event) => field.set(event.currentTarget.value)}
        onFocus={() => setLeftByKey(false)}
        onBlur={() => void field.save()}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            setLeftByKey(true)
            event.currentTarget.blur()
          }
          if (event.key !== "Escape") return
          if (field.isChanged) return field.keep()
          event.stopPropagation()
          setLeftByKey(true)
          field.drop()
        }}
      />
      <Conflict field={field} />
      <Unsaved field={field} />
    </>
  )
}
