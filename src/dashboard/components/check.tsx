interface Props {
  label: string
  class?: string
  isOn: boolean
  onChange(isOn: boolean): void
}

export function Check({ label, class: className = "choice-of", isOn, onChange }: Props) {
  return (
    <label class={className}>
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget }) => {
          onChange(currentTarget.checked)
          // What was refused stays off.
          currentTarget.checked = isOn
        }}
      />
      <span>{label}</span>
    </label>
  )
}
