import { useEffect, useRef } from "preact/hooks"
import { useApp } from "../state/context.ts"
import type { State } from "../state/state.ts"
import { navigate } from "../page/route.ts"
import { Button, IconButton } from "../components/button.tsx"

/** How long it stays, in ms, unless it has the focus or the pointer. */
const shownMs = 10_000

/** What was changed last, with the way to the task, and back where there is one. */
export function LastChange({ state: { toast, open } }: { state: State }) {
  const { store, actions } = useApp()
  const ref = useRef<HTMLDivElement>(null)
  const close = () => store.set({ toast: null })
  useEffect(() => {
    if (!toast) return
    const timer = setInterval(() => {
      if (ref.current?.matches(":hover, :focus-within") !== true) close()
    }, shownMs)
    return () => clearInterval(timer)
  }, [toast?.key])
  if (!toast) return null
  const { text, task } = toast
  return (
    <div class="toast" ref={ref} role="region" aria-label="Last change">
      <span class="toast-text">{text}</span>
      {task !== null && open?.id !== task && (
        <Button text="Open" class="quiet" onClick={() => navigate(task)} />
      )}
      {toast.undo.length > 0 && (
        <button type="button" class="quiet" aria-keyshortcuts="z" onClick={() => actions.undo(toast)}>
          Undo <kbd aria-hidden="true">z</kbd>
        </button>
      )}
      {toast.redo && (
        <Button
          text="Redo"
          class="quiet"
          aria-keyshortcuts="Control+Shift+Z Meta+Shift+Z"
          onClick={() => actions.redo(toast)}
        />
      )}
      <IconButton icon="close" name="Close the message" onClick={close} />
    </div>
  )
}
