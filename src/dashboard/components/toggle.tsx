interface Props {
  name: string
  isOn: boolean
  onChange(isOn: boolean): void
}

/** A button that stays pressed until it is pressed again. */
export function Toggle({ name, isOn, onChange }: Props) {
  return (
    <button
      type="button"
      class={`quiet toggle${isOn ? " is-set" : ""}`}
      aria-pressed={isOn}
      onClick={() => onChange(!isOn)}
    >
      {name}
    </button>
  )
}
