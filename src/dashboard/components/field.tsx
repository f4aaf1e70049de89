import type { InputHTMLAttributes } from "preact"
import { useId } from "preact/hooks"

interface Props {
  label: string
  name: string
  value: string
  error: string | undefined
  onInput(value: string): void
  placeholder?: string
  /** The id of a datalist. */
  list?: string
  /** Several lines of text. */
  rows?: number
  type?: string
  class?: string
  autoFocus?: boolean
}

/** A labelled field, with what is wrong with it below. */
export function Field({ label, error, onInput, rows, class: className = "", autoFocus, ...rest }: Props) {
  const id = useId()
  const shared = {
    ...rest,
    "aria-invalid": error !== undefined,
    "aria-describedby": error === undefined ? undefined : id,
    autocomplete: "off",
    // A dialog gives it the focus when it opens.
    autofocus: autoFocus,
    onInput: (event: { currentTarget: { value: string } }) => onInput(event.currentTarget.value),
  } as const
  return (
    <label class={`field ${className}`}>
      <span>{label}</span>
      {rows === undefined ? (
        <input {...(shared as InputHTMLAttributes)} />
      ) : (
        <textarea {...shared} rows={rows} />
      )}
      {error !== undefined && (
        <span class="field-error" id={id}>
          {error}
        </span>
      )}
    </label>
  )
}
