import { Icon, type IconName } from "./icons.tsx"

interface Props {
  name: string
  /** Stands for the name. */
  icon?: IconName
  isOn: boolean
  onChange(isOn: boolean): void
}

/** A button that stays pressed until it is pressed again. */
export function Toggle({ name, icon, isOn, onChange }: Props) {
  return (
    <button
      type="button"
      class={`quiet toggle${icon ? " square" : ""}${isOn ? " is-set" : ""}`}
      aria-pressed={isOn}
      aria-label={icon && name}
      title={icon && name}
      onClick={() => onChange(!isOn)}
    >
      {icon ? <Icon name={icon} /> : name}
    </button>
  )
}
