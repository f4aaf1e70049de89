interface Props<V extends string> {
  label: string
  value: V
  /** The values and their words, in order. */
  choices: readonly (readonly [value: V, words: string])[]
  onChange(value: V): void
}

/** A labelled choice of one among a few. */
export function SelectField<V extends string>({ label, value, choices, onChange }: Props<V>) {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value as V)}>
        {choices.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
}
