import type { ComponentChildren } from "preact"
import { Popover } from "./popover.tsx"

export interface MenuChoice {
  readonly name: string
  readonly icon?: ComponentChildren
  choose(): void
}

interface Props {
  /** The text of the button; three dots if there is none. */
  children?: ComponentChildren
  /** Its name for screen readers, where two menus have the same text. */
  label: string
  choices: readonly MenuChoice[]
  class?: string
  isDisabled?: boolean
}

/** A button that shows a few more buttons. A choice, Esc, or a click elsewhere closes it. */
export function Menu({ children, label, choices, class: className = "", isDisabled = false }: Props) {
  return (
    <Popover text={children} label={label} class={className} isDisabled={isDisabled}>
      {(close, id) => (
        <ul class="menu-list" id={id} aria-label={label}>
          <MenuItems choices={choices} close={close} />
        </ul>
      )}
    </Popover>
  )
}

export function MenuItems({ choices, close }: { choices: readonly MenuChoice[]; close(): void }) {
  return choices.map(({ name, icon, choose }) => (
    <li key={name}>
      <button
        type="button"
        class="quiet"
        onClick={() => {
          close()
          choose()
        }}
      >
        {icon}
        {name}
      </button>
    </li>
  ))
}
