import type { TaskView } from "../api/types.ts"
import { useDraft, useField } from "../state/drafts.ts"
import type { FieldName } from "../state/fields.ts"
import { split } from "../words/split.ts"
import { Conflict, Unsaved } from "./conflict.tsx"
import { IconButton } from "./button.tsx"
import { Isolated } from "./isolated.tsx"
import { Picker } from "./picker.tsx"
import type { UseSource } from "./sources.tsx"

interface Props {
  task: TaskView
  name: FieldName
  label: string
  /** What an empty field shows. */
  empty: string
  from: UseSource
  isAsked?: boolean
}

/** A field of one name or task. What is chosen is saved; so is, when the field is left, a text that names a known one. */
export function PickField({ task, name, label, empty, from, isAsked = false }: Props) {
  const field = useField(task, name)
  return (
    <>
      <Picker
        label={label}
        text={field.text}
        saved={field.value}
        none={empty}
        from={from}
        without={[task.id]}
        isAsked={isAsked}
        onText={field.set}
        onPick={(value) => {
          field.set(value)
          void field.save()
        }}
        onLeave={(value) => {
          if (value === null) field.keep()
          else if (field.isChanged) field.set(value)
          void field.save()
        }}
        onDrop={field.drop}
        onKeyDown={(event) => {
          if (event.key === "Enter") event.currentTarget.blur()
          if (event.key !== "Escape" || !field.isChanged) return
          field.keep()
          void field.save()
        }}
      >
        <Unsaved field={field} />
      </Picker>
      <Conflict field={field} />
    </>
  )
}

/** A field of several, each with a button that removes it. */
export function PickSet({ task, name, label, empty, from, isAsked = false }: Props) {
  const field = useField(task, name)
  const { text, setText } = useDraft(`${task.id} ${name} words`)
  const { valueOf } = from("")
  const values = split(field.text)
  const put = (next: readonly string[]) => {
    field.set([...new Set(next)].join(", "))
    void field.save()
  }
  const add = (value: string) => {
    setText("")
    if (value !== "") put([...values, value])
  }
  /** Several may be typed or pasted at once, with commas. */
  const type = (next: string) => {
    const parts = next.split(",")
    const known = parts.slice(0, -1).flatMap((part) => valueOf(part) ?? [])
    const isList = parts.length > 1 && known.length === parts.length - 1
    setText(isList ? (parts.at(-1) ?? "").trim() : next)
    if (isList) put([...values, ...known])
  }
  return (
    <>
      {values.map((value) => (
        <span key={value} class="chip picked">
          <Isolated text={value} />
          <IconButton
            icon="close"
            name={`Remove ${value}`}
            onClick={() => put(values.filter((each) => each !== value))}
          />
        </span>
      ))}
      <Picker
        label={label}
        text={text}
        from={from}
        without={[task.id, ...values]}
        isAsked={isAsked}
        input={{ placeholder: values.length === 0 ? empty : "Add" }}
        onText={type}
        onPick={add}
        onLeave={(value) => {
          if (value !== null) add(value)
        }}
        onDrop={() => setText("")}
        onKeyDown={({ key }) => {
          if (key === "Backspace" && text === "" && values.length > 0) put(values.slice(0, -1))
        }}
      >
        <Unsaved field={field} />
      </Picker>
      <Conflict field={field} />
    </>
  )
}
