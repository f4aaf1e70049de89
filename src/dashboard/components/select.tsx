import type { SelectHTMLAttributes } from "preact"

/** Values and their words, in order. */
export type Choices<V extends string = string> = readonly (readonly [value: V, words: string])[]

export function Options({ of: choices }: { of: Choices }) {
  return choices.map(([value, words]) => (
    <option key={value} value={value}>
      {words}
    </option>
  ))
}

interface Props<V extends string> extends Pick<
  SelectHTMLAttributes,
  "class" | "title" | "aria-label" | "aria-describedby"
> {
  value: V
  choices: Choices<V>
  onChange(value: V): void
}

/** A choice of one among a few. */
export function Select<V extends string>({ choices, onChange, ...rest }: Props<V>) {
  return (
    <select {...rest} onChange={(event) => onChange(event.currentTarget.value as V)}>
      <Options of={choices} />
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

interface PickProps {
  label: string
  /** What it shows; default: its name. */
  text?: string
  choices: Choices
  onPick(value: string): void
}

/** A list of which something is done with each that is chosen. It shows its name again, for the next one. */
export function PickList({ label, text = label, choices, onPick }: PickProps) {
  return (
    <select
      class="choice"
      aria-label={label}
      value=""
      onChange={({ currentTarget }) => {
        onPick(currentTarget.value)
        currentTarget.value = ""
      }}
    >
      <option value="">{text}</option>
      <Options of={choices} />
    </select>
  )
}
