import { whyNot } from "./access.ts"
import type { Settable } from "./state.ts"
import type { Store } from "./store.ts"

/** A store in which no change can be begun where none may be made, as in the past: the page says why instead. */
export function withGuard(store: Store): Store {
  let said = 0
  return {
    get state() {
      return store.state
    },
    subscribe: store.subscribe,
    dispatch: store.dispatch,
    set(fields) {
      const why = beginsChange(fields) ? whyNot(store.state) : null
      if (why === null) store.set(fields)
      else store.set({ said: why, toast: { key: --said, text: why, task: null, undo: [], redo: null } })
    },
  }
}

// --- internal ---

function beginsChange({
  creating = false,
  deleting = null,
  moving = null,
  asking,
  selected,
}: Settable): boolean {
  // The server gets the new name.
  return (
    creating ||
    deleting !== null ||
    moving !== null ||
    asking === "name" ||
    (selected !== undefined && selected.size > 0)
  )
}
