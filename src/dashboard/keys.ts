import { useEffect, useRef } from "preact/hooks"

/** Something that a key does. The help sheet lists all that are registered. */
export interface Shortcut {
  /** One key, or several one after the other: `n`, `?`, `g b`, `Escape`. */
  readonly keys: string
  readonly label: string
  readonly group: "Anywhere" | "Go to" | "Board" | "Task"
  /** Left out where the key is handled where it is pressed, and is only listed here. */
  run?(): void
  /** Whether it does anything now; else the key is left to others. */
  when?(): boolean
}

/** Registers shortcuts as long as the component lives. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  useEffect(() => {
    const list = () => latest.current
    registered.add(list)
    return () => void registered.delete(list)
  }, [])
}

/** All that is registered, for the help sheet. */
export function allShortcuts(): Shortcut[] {
  return [...registered].flatMap((list) => list())
}

/** Listens to the keys of the page. A key in a text field, or behind a dialog, is left alone. */
export function listenToKeys(): () => void {
  let typed: string[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return
    if (document.querySelector("dialog[open]") || (isTyping(event.target) && event.key !== "Escape")) return
    if (event.key === "Shift") return
    clearTimeout(timer)
    timer = setTimeout(() => (typed = []), patience)
    const key = event.key === " " ? "Space" : event.key
    typed = [...typed, key].slice(-2)
    const found = find(typed.join(" ")) ?? find(key)
    if (!found?.run) return
    typed = []
    event.preventDefault()
    found.run()
  }
  document.addEventListener("keydown", onKey)
  return () => document.removeEventListener("keydown", onKey)
}

/** The card that has the focus. */
export function focusedTask(): string | undefined {
  const focused = document.activeElement
  return focused instanceof HTMLElement ? focused.dataset["task"] : undefined
}

// --- internal ---

/** How long the second key of a sequence may take, in ms. */
const patience = 1200

const registered = new Set<() => readonly Shortcut[]>()

/** What was registered last goes first: a view's own before the shell's. */
function find(keys: string): Shortcut | undefined {
  return allShortcuts().findLast((each) => each.keys === keys && each.run && (each.when?.() ?? true))
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select")
}
