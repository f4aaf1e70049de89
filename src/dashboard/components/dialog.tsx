import type { ComponentChildren, TargetedKeyboardEvent } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import { isTyping } from "../page/keys.ts"
import { IconButton } from "./button.tsx"

interface Props {
  title: string
  onClose?: () => void
  /** What Esc does, if that is not to close. */
  onCancel?: () => void
  class?: string
  children: ComponentChildren
}

/** The browser's own modal. It keeps the focus inside, makes the rest of the page inert, and gives the focus back. */
export function Dialog({ title, onClose, onCancel = onClose, class: className = "", children }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    const before = document.activeElement
    dialog?.showModal()
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={ref}
      class={`dialog ${className}`}
      aria-label={title}
      tabIndex={-1}
      onKeyDown={leaveField}
      onCancel={(event) => {
        event.preventDefault()
        onCancel?.()
      }}
    >
      <header class="dialog-head">
        <h2>{title}</h2>
        {onClose && <IconButton icon="close" name="Close" onClick={onClose} />}
      </header>
      {children}
    </dialog>
  )
}

// --- internal ---

/** Esc in a field of a form leaves the field; the next one closes the dialog. */
function leaveField(event: TargetedKeyboardEvent<HTMLDialogElement>): void {
  const { target, currentTarget } = event
  if (event.key !== "Escape" || event.defaultPrevented || !isTyping(target) || !target.closest("form")) return
  event.preventDefault()
  event.stopPropagation()
  target.blur()
  currentTarget.focus()
}
