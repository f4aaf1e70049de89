import type { Toast } from "./state.ts"
import type { Store } from "./store.ts"

/** How the page says what was done. */
export function createTell(store: Store) {
  let toasts = 0

  /** Says what was changed, on the page and to a screen reader. Gives nothing. */
  function tell(
    text: string,
    { task = null, undo = [], redo = null }: Partial<Omit<Toast, "key" | "text">> = {},
  ): null {
    store.set({ said: text, toast: { key: ++toasts, text, task, undo, redo } })
    return null
  }

  /** Lets the message that is shown now take back with its change what goes with it. */
  function withLast(): (undo: readonly number[]) => void {
    const { toast: last } = store.state
    return (undo) => {
      const { toast } = store.state
      if (toast && toast.key === last?.key && toast.undo.length > 0)
        store.set({ toast: { ...toast, undo: [...toast.undo, ...undo] } })
    }
  }

  /** Adds to the message that is shown now. */
  function tellMore(notes: readonly string[] = []): void {
    const { toast } = store.state
    const text = [toast?.text.replace(/\.$/, ""), ...notes].filter(Boolean).join(" · ")
    if (notes.length > 0 && toast) store.set({ said: text, toast: { ...toast, text } })
  }

  return { tell, tellMore, withLast }
}
