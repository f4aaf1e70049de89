import type { ButtonHTMLAttributes, ComponentChildren } from "preact"
import { Icon, type IconName } from "./icons.tsx"

interface Props extends ButtonHTMLAttributes {
  icon?: IconName
  text?: ComponentChildren
}

/** A button with an icon, a text, or both. It sends a form only where its type says so. */
export function Button({ icon, text, ...rest }: Props) {
  return (
    <button type="button" {...rest}>
      {icon && <Icon name={icon} />}
      {text}
    </button>
  )
}

/** A button that shows an icon alone. @param name what it does, for whoever does not see the icon */
export function IconButton({ name, ...rest }: Props & { name: string }) {
  return <Button class="quiet square" aria-label={name} {...rest} />
}
