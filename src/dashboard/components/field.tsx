import type { InputHTMLAttributes } from "preact"
import { useId } from "preact/hooks"
import { MentionArea } from "./mention-area.tsx"

interface Props {
  label: string
  name: string
  value: string
  error?: string | undefined
  onInput(value: string): void
  placeholder?: string
  /** The id of a datalist. */
  list?: string
  /** True for a field of several lines. */
  rows?: number
  type?: string
  class?: string
  autoFocus?: boolean
}

/** A labelled field. What is wrong with its value stands below it. */
export function Field({ label, error, onInput, rows, class: className = "", autoFocus, ...rest }: Props) {
  const id = useId()
  const shared = {
    ...rest,
    "aria-invalid": error !== undefined,
    "aria-describedby": error === undefined ? undefined : id,
    autocomplete: "off",
    // A dialog gives the focus to this field when it opens.
    autofocus: autoFocus,
  } as const
  const problem = error !== undefined && (
    <span class="field-error" id={id}>
      {error}
    </span>
  )
  if (rows !== undefined)
    // The list of names is not part of the label.
    return (
      <div class={`field ${className}`}>
        <span>
          <label for={`${id}-area`}>{label}</label>
        </span>
        <MentionArea {...shared} id={`${id}-area`} rows={rows} onText={onInput} />
        {problem}
      </div>
    )
  return (
    <label class={`field ${className}`}>
      <span>{label}</span>
      <input {...(shared as InputHTMLAttributes)} onInput={(event) => onInput(event.currentTarget.value)} />
      {problem}
    </label>
  )
}
