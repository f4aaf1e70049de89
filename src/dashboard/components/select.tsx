import type { SelectHTMLAttributes } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"

/** Values and their words, in order. */
export type Choices<V extends string = string> = readonly (readonly [value: V, words: string])[]

interface Props<V extends string> extends Pick<
  SelectHTMLAttributes,
  "title" | "aria-label" | "aria-describedby"
> {
  value: V
  choices: Choices<V>
  /** True where somebody has just asked for it. */
  isAsked?: boolean
  onChange(value: V): void
}

export function Select<V extends string>({ choices, isAsked = false, onChange, ...rest }: Props<V>) {
  const ref = useRef<HTMLSelectElement>(null)
  useLayoutEffect(() => {
    if (isAsked) ref.current?.focus({ preventScroll: true })
  }, [])
  return (
    <select {...rest} ref={ref} onChange={(event) => onChange(event.currentTarget.value as V)}>
      {choices.map(([each, words]) => (
        <option key={each} value={each}>
          {words}
        </option>
      ))}
    </select>
  )
}

/** The same, below its name. */
export function SelectField<V extends string>({ label, ...rest }: Props<V> & { label: string }) {
  return (
    <label class="field">
      <span>{label}</span>
      <Select {...rest} />
    </label>
  )
}
