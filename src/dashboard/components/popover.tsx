import type { ComponentChildren } from "preact"
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks"
import { Icon } from "./icons.tsx"
import { listen } from "../state/listen.ts"

interface Props {
  /** The text of the button; three dots if there is none. */
  text?: ComponentChildren
  /** Its name for screen readers, where its text is none, or two buttons have the same. */
  label?: string
  class?: string
  isDisabled?: boolean
  /** What it shows. `close` gives the focus back to the button. */
  children(close: () => void, id: string): ComponentChildren
}

/** A button that shows something small beside it. Esc, or a click elsewhere, closes it. */
export function Popover({ text, label, class: className = "", isDisabled = false, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const ref = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  // At once, so that what is typed or clicked next is not left again.
  useLayoutEffect(() => {
    if (!isOpen) return
    ref.current?.querySelector<HTMLElement>(`:scope > :not(:first-child) :is(button, input, select)`)?.focus()
    const closeFor = ({ target }: Event, isAround = false) => {
      if (!ref.current?.contains(target as Node) && !isAround) setOpen(false)
    }
    return listen(window, {
      pointerdown: (event) => closeFor(event),
      // A press on what takes no focus gives it to what is around.
      focusin: (event) => closeFor(event, (event.target as Node).contains(ref.current)),
    })
  }, [isOpen])

  function close() {
    setOpen(false)
    button.current?.focus()
  }

  return (
    <div
      class={`menu ${className}`}
      ref={ref}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isOpen) return
        event.preventDefault()
        event.stopPropagation()
        close()
      }}
    >
      <button
        ref={button}
        type="button"
        class={text === undefined ? "square" : ""}
        title={text === undefined ? label : undefined}
        disabled={isDisabled}
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {text ?? <Icon name="more" />}
        {text !== undefined && <Icon name="down" />}
      </button>
      {isOpen && children(close, id)}
    </div>
  )
}
