import type { ComponentChildren, InputHTMLAttributes } from "preact"
import { useId } from "preact/hooks"
import { Picker } from "./picker.tsx"
import type { UseSource } from "./sources.tsx"

interface Props {
  label: string
  name: string
  value: string
  error?: string | undefined
  onInput(value: string): void
  placeholder?: string
  /** Where the field is filled from a list. */
  from?: UseSource
  type?: string
  class?: string
  autoFocus?: boolean
  /** Draws a control of another kind, which has these attributes. */
  children?(attributes: ControlAttributes): ComponentChildren
}

interface ControlAttributes extends Pick<Props, "name" | "placeholder"> {
  readonly id: string
  readonly "aria-invalid": boolean
  readonly "aria-describedby": string | undefined
}

/** A labelled field. What is wrong with its value stands below it. */
export function Field({ label, value, error, onInput, from, children, ...props }: Props) {
  const { class: className = "", autoFocus, ...rest } = props
  const id = useId()
  const own = {
    ...rest,
    id: `${id}-control`,
    "aria-invalid": error !== undefined,
    "aria-describedby": error === undefined ? undefined : id,
    autocomplete: "off",
    // A dialog gives the focus to this field when it opens.
    autofocus: autoFocus,
  } as const
  return (
    <div class={`field ${className}`}>
      <span>
        <label for={own.id}>{label}</label>
      </span>
      {children?.(own) ??
        (from ? (
          <Picker
            label={label}
            text={value}
            none={rest.placeholder}
            from={from}
            input={own}
            onText={onInput}
            onPick={onInput}
          />
        ) : (
          <input
            {...(own as InputHTMLAttributes)}
            value={value}
            onInput={(event) => onInput(event.currentTarget.value)}
          />
        ))}
      {error !== undefined && (
        <span class="field-error" id={id}>
          {error}
        </span>
      )}
    </div>
  )
}
