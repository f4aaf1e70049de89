import type { ButtonHTMLAttributes } from "preact"
import { Icon, type IconName } from "./icons.tsx"

interface Props extends ButtonHTMLAttributes {
  icon: IconName
  /** What it does, for whoever does not see the icon. */
  name: string
}

/** A button that shows an icon alone. */
export function IconButton({ icon, name, ...rest }: Props) {
  return (
    <button type="button" class="quiet square" aria-label={name} {...rest}>
      <Icon name={icon} />
    </button>
  )
}
