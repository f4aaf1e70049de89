import type { ComponentChildren } from "preact"
import { useEffect, useId, useRef, useState } from "preact/hooks"
import { Icon } from "./icons.tsx"

interface Props {
  /** The text of the button; three dots if there is none. */
  children?: ComponentChildren
  /** Its name for screen readers, where two menus have the same text. */
  label: string
  choices: readonly { readonly name: string; readonly icon?: ComponentChildren; choose(): void }[]
  isDisabled?: boolean
}

/** A button that shows a few more buttons. A choice, Esc, or a click elsewhere closes it. */
export function Menu({ children, label, choices, isDisabled = false }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const ref = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return
    ref.current?.querySelector<HTMLElement>(".menu-list button")?.focus()
    const close = ({ target }: Event) => {
      if (!ref.current?.contains(target as Node)) setOpen(false)
    }
    addEventListener("pointerdown", close)
    addEventListener("focusin", close)
    return () => {
      removeEventListener("pointerdown", close)
      removeEventListener("focusin", close)
    }
  }, [isOpen])

  function close() {
    setOpen(false)
    button.current?.focus()
  }

  return (
    <div
      class="menu"
      ref={ref}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isOpen) return
        event.preventDefault()
        close()
      }}
    >
      <button
        ref={button}
        type="button"
        class={children === undefined ? "square" : ""}
        title={children === undefined ? label : undefined}
        disabled={isDisabled}
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {children ?? <Icon name="more" />}
        {children !== undefined && <Icon name="down" />}
      </button>
      {isOpen && (
        <ul class="menu-list" id={id} aria-label={label}>
          {choices.map(({ name, icon, choose }) => (
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
          ))}
        </ul>
      )}
    </div>
  )
}
