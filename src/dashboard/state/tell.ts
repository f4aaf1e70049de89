import type { Toast } from "./state.ts"
import type { Store } from "./store.ts"

/** How the page says what was done. */
export function createTell(store: Store) {
  let toasts = 0

  /** Says what was changed, on the page and to a screen reader. Gives nothing. */
  function tell(
    text: string,
    { task = null, undo = [], callOff }: Partial<Omit<Toast, "key" | "text">> = {},
  ): null {
    store.set({ said: text, toast: { key: ++toasts, text, task, undo, callOff } })
    return null
  }

  /**
   * Says that something is done, and does it only once that is no longer shown, so that it can be called off. Where the
   * page is closed before, it is not done.
   * @returns null where it was called off
   */
  function later<T>(text: string, work: () => Promise<T>): Promise<T | null> {
    return new Promise((resolve, reject) => {
      tell(text, {
        callOff() {
          leave()
          resolve(null)
        },
      })
      const key = toasts
      const leave = store.subscribe(() => {
        if (store.state.toast?.key === key) return
        leave()
        work().then(resolve, reject)
      })
    })
  }

  return { tell, later }
}
