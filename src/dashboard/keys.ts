import { navigate } from "./route.ts"
import type { Store } from "./store.ts"

/** `n` new, `/` filter, `m` move the card in focus, Esc closes. Enter opens a card, as it is a link. */
export function listenToKeys(store: Store): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return
    if (document.querySelector("dialog[open]") || (isTyping(event.target) && event.key !== "Escape")) return
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement : undefined
    const id = focused?.dataset["task"]
    if (event.key === "n") store.dispatch({ type: "creating", creating: true })
    else if (event.key === "/") document.getElementById("filter")?.focus()
    else if (event.key === "m" && id !== undefined)
      store.dispatch({ type: "moving", moving: { id, to: null, outcome: null } })
    else if (event.key === "Escape" && store.state.open) navigate(null)
    else return
    event.preventDefault()
  }
  document.addEventListener("keydown", onKey)
  return () => document.removeEventListener("keydown", onKey)
}

// --- internal ---

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select")
}
