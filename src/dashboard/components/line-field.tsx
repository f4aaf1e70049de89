import { useLayoutEffect, useRef } from "preact/hooks"
import type { TaskView } from "../api/types.ts"
import { useField } from "../state/drafts.ts"
import type { FieldName } from "../state/fields.ts"
import { Conflict, Unsaved } from "./conflict.tsx"

interface Props {
  task: TaskView
  name: FieldName
  label: string
  /** What an empty field shows. */
  empty: string
  /** True where somebody has just asked for the field. */
  isAsked?: boolean
}

/** A field of one line that can always be edited. Enter, or leaving it, saves; Esc leaves it with its text unsaved. */
export function LineField({ task, name, label, empty, isAsked = false }: Props) {
  const field = useField(task, name)
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (isAsked) input.current?.focus({ preventScroll: true })
  }, [])
  return (
    <>
      <input
        ref={input}
        aria-label={label}
        placeholder={empty}
        autocomplete="off"
        value={field.text}
        onInput={(event) => field.set(event.currentTarget.value)}
        onBlur={() => void field.save()}
        onKeyDown={(event) => {
          if (event.key === "Enter") event.currentTarget.blur()
          if (event.key === "Escape" && field.isChanged) field.keep()
        }}
      />
      <Conflict field={field} />
      <Unsaved field={field} />
    </>
  )
}
